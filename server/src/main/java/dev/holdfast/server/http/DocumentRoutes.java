package dev.holdfast.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The description of the API, and what its problems mean. Open to everybody. */
final class DocumentRoutes implements Routes {
  private final Answer openApi =
      Answer.bytes(200, "application/yaml; charset=utf-8", read("/openapi.yaml"));

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.of(
            "GET",
            "/api/v1/openapi.yaml",
            null,
            exchange -> CompletableFuture.completedFuture(openApi)),
        Endpoint.of(
            "GET",
            "/problems/{code}",
            null,
            exchange -> CompletableFuture.completedFuture(ProblemPages.page(exchange))));
  }

  private static byte[] read(String name) {
    try (InputStream in = DocumentRoutes.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not in the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
