package dev.holdfast.server.console;

import dev.holdfast.server.http.Answer;
import dev.holdfast.server.http.Endpoint;
import dev.holdfast.server.http.Routes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** An endpoint a file, open to everybody; {@code /} is the page that loads the others. */
public final class ConsoleRoutes implements Routes {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, byte[]> files = ConsoleFiles.read();

  @Override
  public List<Endpoint> endpoints() {
    List<Endpoint> all = new ArrayList<>();
    files.forEach((path, bytes) -> all.add(file("/" + path, type(path), bytes)));
    all.add(file("/", type("index.html"), files.getOrDefault("index.html", new byte[0])));
    return all;
  }

  private static Endpoint file(String path, String type, byte[] bytes) {
    return Endpoint.of(
        "GET",
        path,
        null,
        exchange -> CompletableFuture.completedFuture(Answer.bytes(200, type, bytes)));
  }

  private static String type(String path) {
    String ending = path.substring(path.lastIndexOf('.') + 1);
    return TYPES.getOrDefault(ending, "text/plain; charset=utf-8");
  }
}
