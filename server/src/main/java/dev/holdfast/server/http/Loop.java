package dev.holdfast.server.http;

import dev.holdfast.server.metrics.RequestMetrics;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One event loop with its share of the connections. */
final class Loop extends VerticleBase {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final long SWEEP_MILLIS = 500;

  private final Gate.Shared shared;
  private final Connections connections;
  private final Gate gate;
  private @Nullable HttpServer server;

  Loop(Gate.Shared shared, Activity activity, RequestMetrics metrics) {
    this.shared = shared;
    this.connections = new Connections(shared.settings().limits(), activity);
    this.gate = new Gate(shared, connections, activity, new Meter(metrics, shared));
  }

  @Override
  public Future<?> start() {
    HttpServer made =
        vertx
            .createHttpServer(options(shared.settings().listen()))
            .connectionHandler(connections::opened)
            .invalidRequestHandler(Loop::refuse)
            .requestHandler(gate);
    server = made;
    vertx.setPeriodic(SWEEP_MILLIS, tick -> connections.sweep());
    return made.listen(address(shared.settings().listen()));
  }

  /** Those who wait are answered, the others have a moment to end; then the rest is cut off. */
  @Override
  public Future<?> stop() {
    gate.stop();
    return server == null ? Future.succeededFuture() : server.shutdown(GRACE);
  }

  int port() {
    return server == null ? -1 : server.actualPort();
  }

  private static SocketAddress address(HttpSettings.Listen listen) {
    return listen.port() == 0
        ? SocketAddress.sharedRandomPort(1, listen.bind())
        : SocketAddress.inetSocketAddress(listen.port(), listen.bind());
  }

  private static HttpServerOptions options(HttpSettings.Listen listen) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setMaxHeaderSize(Limits.HEADER_BYTES)
            .setMaxInitialLineLength(Limits.ADDRESS_BYTES)
            .setHandle100ContinueAutomatically(true)
            .setHttp2ClearTextEnabled(false)
            .setUseAlpn(false)
            .setTcpKeepAlive(true);
    HttpSettings.Tls tls = listen.tls();
    if (tls != null) {
      options
          .setSsl(true)
          .setKeyCertOptions(
              new PemKeyCertOptions()
                  .addCertPath(tls.certificate().toString())
                  .addKeyPath(tls.key().toString()));
    }
    return options;
  }

  /** What is no HTTP, or too much of it. */
  private static void refuse(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    int status = 400;
    if (cause instanceof TooLongHttpLineException) {
      status = 414;
    } else if (cause instanceof TooLongHttpHeaderException) {
      status = 431;
    }
    Delivery.protect(request.response());
    request
        .response()
        .setStatusCode(status)
        .putHeader("connection", "close")
        .end()
        .onComplete(sent -> request.connection().close());
  }
}
