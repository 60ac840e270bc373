package dev.holdfast.server.http;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where and how to serve. Defaults: port 8085 on loopback, without TLS, no other host names, no
 * path prefix, everything allowed that tokens allow.
 *
 * @param allowedHosts names besides those of loopback and the bound address that the Host header
 *     may have
 * @param pathPrefix what a proxy puts in front of every path, such as {@code /holdfast}; or empty
 * @param readOnly nothing can be changed, whatever the token allows
 */
public record HttpSettings(
    Listen listen, Set<String> allowedHosts, String pathPrefix, boolean readOnly, Limits limits) {

  /**
   * The socket.
   *
   * @param port 0: any free one
   * @param tls null: plain HTTP
   * @param insecure plain HTTP even if others than this machine can connect
   */
  public record Listen(String bind, int port, @Nullable Tls tls, boolean insecure) {
    public Listen {
      if (port < 0 || port > 65_535) {
        throw new IllegalArgumentException("a port is between 0 and 65535, not " + port);
      }
      if (tls == null && !insecure && !Hosts.isLoopback(bind)) {
        throw new IllegalArgumentException(
            "bound to "
                + bind
                + ", others could read the access tokens on their way: give --tls-cert and"
                + " --tls-key, or --insecure-http if something in front of it does TLS");
      }
    }

    /** Whether only this machine can connect. */
    public boolean isLoopback() {
      return Hosts.isLoopback(bind);
    }
  }

  /** Certificate chain and private key, PEM. */
  public record Tls(Path certificate, Path key) {}

  public HttpSettings {
    allowedHosts = Set.copyOf(allowedHosts);
    if (!pathPrefix.matches("(/[A-Za-z0-9._~-]+)*")) {
      throw new IllegalArgumentException(
          "a path prefix looks like /holdfast, not '" + pathPrefix + "'");
    }
  }

  public static HttpSettings defaults() {
    return new HttpSettings(
        new Listen("127.0.0.1", 8085, null, false), Set.of(), "", false, Limits.defaults());
  }

  public HttpSettings withListen(Listen newListen) {
    return new HttpSettings(newListen, allowedHosts, pathPrefix, readOnly, limits);
  }

  public HttpSettings withPort(int port) {
    return withListen(new Listen(listen.bind, port, listen.tls, listen.insecure));
  }

  public HttpSettings withAllowedHosts(Set<String> hosts) {
    return new HttpSettings(listen, hosts, pathPrefix, readOnly, limits);
  }

  public HttpSettings withPathPrefix(String prefix) {
    return new HttpSettings(listen, allowedHosts, prefix, readOnly, limits);
  }

  public HttpSettings withReadOnly(boolean newReadOnly) {
    return new HttpSettings(listen, allowedHosts, pathPrefix, newReadOnly, limits);
  }

  public HttpSettings withLimits(Limits newLimits) {
    return new HttpSettings(listen, allowedHosts, pathPrefix, readOnly, newLimits);
  }
}
