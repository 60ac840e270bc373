package dev.holdfast.examples.publisher;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A stand-in for the gallery elsewhere: HTTP on loopback. It knows no idempotency keys (who uploads
 * twice is there twice) but checks the fence that goes along, and refuses lower ones with 412.
 */
final class LocalGallery implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PATH = "/gallery/";
  private static final int THREADS = 16;
  private static final int LONGEST_ID = 200;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Wall wall = new Wall();
  private final Duration uploadDuration;

  private LocalGallery(HttpServer server, Duration uploadDuration) {
    this.server = server;
    this.uploadDuration = uploadDuration;
  }

  static LocalGallery start(Duration uploadDuration) throws IOException {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    LocalGallery gallery = new LocalGallery(HttpServer.create(free, 0), uploadDuration);
    gallery.server.createContext(PATH, gallery::handle);
    gallery.server.setExecutor(gallery.threads);
    gallery.server.start();
    return gallery;
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  Wall wall() {
    return wall;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String id = exchange.getRequestURI().getPath().substring(PATH.length());
      String fence = String.valueOf(exchange.getRequestHeaders().getFirst("Fence"));
      if (id.isEmpty() || id.length() > LONGEST_ID || !fence.matches("[0-9]{1,18}")) {
        answer(exchange, 400, Map.of("error", "PUT or POST /gallery/<id> with a header Fence"));
        return;
      }
      switch (exchange.getRequestMethod()) {
        case "PUT" -> raise(exchange, id, Long.parseLong(fence));
        case "POST" -> upload(exchange, id, Long.parseLong(fence));
        default -> answer(exchange, 405, Map.of());
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void raise(HttpExchange exchange, String id, long fence) throws IOException {
    boolean accepted = wall.raise(id, fence);
    answer(exchange, accepted ? 200 : 412, Map.of("published", wall.uploads(id) > 0));
  }

  private void upload(HttpExchange exchange, String id, long fence)
      throws IOException, InterruptedException {
    TimeUnit.NANOSECONDS.sleep(uploadDuration.toNanos());
    answer(exchange, wall.hang(id, fence) ? 201 : 412, Map.of());
  }

  private static void answer(HttpExchange exchange, int status, Map<String, ?> body)
      throws IOException {
    byte[] json = JSON.writeValueAsBytes(body);
    exchange.sendResponseHeaders(status, json.length);
    exchange.getResponseBody().write(json);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
