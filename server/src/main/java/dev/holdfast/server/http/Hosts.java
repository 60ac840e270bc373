package dev.holdfast.server.http;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which names the service answers to. A page of somebody else's whose name was made to point here
 * (DNS rebinding) comes with its own name in Host, and one that posts to us with its own in Origin.
 */
final class Hosts {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> names = new HashSet<>(LOOPBACK);

  Hosts(HttpSettings settings) {
    String bind = settings.listen().bind();
    names.add((bind.contains(":") ? "[" + bind + "]" : bind).toLowerCase(Locale.ROOT));
    settings.allowedHosts().forEach(host -> names.add(host.toLowerCase(Locale.ROOT)));
  }

  static boolean isLoopback(String bind) {
    return bind.equals("localhost") || bind.startsWith("127.") || bind.equals("::1");
  }

  /** Both as sent; an Origin need not be there. */
  void check(@Nullable String host, @Nullable String origin) {
    if (host == null || !names.contains(name(host))) {
      throw new HttpProblem(
          421,
          "misdirected",
          "This is not the service's name",
          "the Host header names a host that this service does not go by;"
              + " start it with --allow-host to add one");
    }
    if (origin != null && !isOwn(origin, host)) {
      throw HttpProblem.forbidden("the Origin header names another site");
    }
  }

  /** The scheme may differ where a proxy does TLS. */
  private static boolean isOwn(String origin, String host) {
    int colon = origin.indexOf("://");
    return colon > 0 && origin.substring(colon + 3).equalsIgnoreCase(host);
  }

  private static String name(String host) {
    int colon = host.lastIndexOf(':');
    boolean port = colon > 0 && host.indexOf(']', colon) < 0;
    return (port ? host.substring(0, colon) : host).toLowerCase(Locale.ROOT);
  }
}
