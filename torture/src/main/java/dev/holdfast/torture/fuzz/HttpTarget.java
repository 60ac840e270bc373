package dev.holdfast.torture.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.server.http.Backend;
import dev.holdfast.server.http.HttpService;
import dev.holdfast.server.http.HttpSettings;
import dev.holdfast.server.http.Limits;
import dev.holdfast.server.http.Secret;
import dev.holdfast.server.http.StandardRoutes;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The HTTP service, byte by byte: each request gets an answer that is no 500, or its connection is
 * closed; and the service goes on answering others.
 */
public final class HttpTarget implements Target {

  private static final Pattern LENGTH = Pattern.compile("\r\nContent-Length: ([0-9]{1,6})\r?");
  private static final int PATIENCE = 50_000;
  private static final int HEALTH_EVERY = 200;

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final Secret admin = Secret.random();
  private final Holdfast holdfast;
  private final Backend backend;
  private final HttpService service;
  private int fed;
  private int answered;

  public HttpTarget() {
    HttpSettings settings = HttpSettings.defaults().withPort(0).withLimits(limits());
    this.holdfast = Holdfast.on(database.dataSource(), HoldfastSettings.defaults());
    this.backend = new Backend(holdfast, database.dataSource(), false);
    this.service =
        HttpService.start(settings, backend, admin, StandardRoutes.of(settings, backend, null));
  }

  /** So many requests that none is turned away, and little time for half of one. */
  private static Limits limits() {
    Limits usual = Limits.defaults();
    Duration brief = Duration.ofSeconds(1);
    return usual
        .withQuota(new Limits.Quota(4_000, 1_000_000, 2_000, 1_000_000))
        .withTimes(new Limits.Times(brief, brief, brief, brief));
  }

  @Override
  public List<String> seeds() {
    return List.of(
        request(
            "POST", "/api/v1/leases", "{\"resource\":\"a/1\",\"ttl\":\"PT1S\",\"holder\":\"h\"}"),
        request(
            "POST",
            "/api/v1/leases",
            "{\"resource\":\"a/2\",\"ttlMillis\":1000,\"wait\":\"PT0S\"}"),
        request("PUT", "/api/v1/leases/a.1.x", "{\"ttl\":\"PT1S\"}"),
        request("DELETE", "/api/v1/leases/a.1.x", ""),
        request("DELETE", "/api/v1/resource/lease?name=a/1&fence=1", "{\"reason\":\"fuzz\"}"),
        request("GET", "/api/v1/resource/why?name=a%2F1", ""),
        request("GET", "/api/v1/resources?prefix=a/&state=held&limit=1", ""),
        request("GET", "/api/v1/resource?name=a/1", ""));
  }

  private String request(String method, String path, String body) {
    return "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
            .formatted(method, path, admin.reveal())
        + "Content-Type: application/json\r\nConnection: close\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  @Override
  public void feed(String input) throws IOException {
    String status = answer(input);
    if (status.startsWith("HTTP/1.1 500")) {
      throw new IllegalStateException("it answered " + status);
    }
    if (!status.isEmpty()) {
      answered++;
    }
    if (++fed % HEALTH_EVERY == 0) {
      String well = answer(request("GET", "/api/v1/resources?limit=1", ""));
      if (!well.startsWith("HTTP/1.1 200")) {
        throw new SilenceException("after this it answers others '" + well + "'");
      }
    }
  }

  /** How many got a status; the others were no requests, and their connections were closed. */
  public int answered() {
    return answered;
  }

  /**
   * The first line of what comes back; empty if the connection was closed. Whoever has sent half a
   * request says that this was all, since nobody waits for the rest.
   */
  private String answer(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE);
      send(socket, request);
      if (!isWhole(request)) {
        socket.shutdownOutput();
      }
      InputStream in = new BufferedInputStream(socket.getInputStream());
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c >= 0 && c != '\r' && line.length() < 200; c = in.read()) {
        line.append((char) c);
      }
      return line.toString();
    } catch (SocketTimeoutException e) {
      throw new SilenceException("no answer, and the connection is left open");
    } catch (SocketException e) {
      return "";
    }
  }

  /** As far as one can tell: the service itself bounds how long it waits for the rest. */
  private static boolean isWhole(String request) {
    int end = request.indexOf("\r\n\r\n");
    Matcher length = LENGTH.matcher(end < 0 ? "" : request.substring(0, end));
    return end >= 0
        && (!length.find() || request.length() - end - 4 >= Integer.parseInt(length.group(1)));
  }

  private static void send(Socket socket, String request) {
    try {
      boolean latin = ISO_8859_1.newEncoder().canEncode(request);
      socket.getOutputStream().write(request.getBytes(latin ? ISO_8859_1 : UTF_8));
    } catch (IOException e) {
      // refused before all of it was sent: what came back says why
    }
  }

  @Override
  public void close() {
    service.close();
    backend.close();
    holdfast.close();
    database.close();
  }
}
