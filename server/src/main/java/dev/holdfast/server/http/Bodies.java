package dev.holdfast.server.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.CompletableFuture;

/** Reads a request's body as a whole, up to the limit. */
final class Bodies {
  private Bodies() {}

  static CompletableFuture<Buffer> read(HttpServerRequest request) {
    CompletableFuture<Buffer> done = new CompletableFuture<>();
    Buffer body = Buffer.buffer();
    request.exceptionHandler(done::completeExceptionally);
    request.handler(
        part -> {
          if (body.length() + part.length() <= Limits.BODY_BYTES) {
            body.appendBuffer(part);
          } else {
            done.completeExceptionally(
                new HttpProblem(
                    413,
                    "too-large",
                    "The request is too large",
                    "a body has at most " + Limits.BODY_BYTES + " bytes"));
          }
        });
    request.endHandler(end -> done.complete(body));
    return done;
  }
}
