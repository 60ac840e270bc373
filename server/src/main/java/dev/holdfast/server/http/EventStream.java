package dev.holdfast.server.http;

import dev.holdfast.server.text.Json;
import dev.holdfast.server.watch.Subscription;
import dev.holdfast.server.watch.WatchEvent;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One stream of server-sent events, on its event loop. It writes as fast as the client reads, says
 * something every 15 seconds so that both sides notice a broken line, and ends after a quarter of
 * an hour: the client comes back with the last number it has, and its access token is looked at
 * again.
 */
final class EventStream {
  private static final long HEARTBEAT_MILLIS = 15_000;
  private static final int HEARTBEATS = 60;
  private static final int AT_ONCE = 100;

  private final HttpServerResponse response;
  private final Exchange exchange;
  private final Context loop = Vertx.currentContext();
  private final AtomicBoolean called = new AtomicBoolean();
  private @Nullable Subscription subscription;
  private long timer;
  private int heartbeats;
  private boolean stuck;

  EventStream(Exchange exchange) {
    this.exchange = exchange;
    this.response = exchange.response();
  }

  void start(Function<Runnable, Subscription> subscribe) {
    Subscription its = subscribe.apply(this::ready);
    subscription = its;
    Delivery.protect(response);
    response.setChunked(true);
    response.putHeader("content-type", "text/event-stream");
    response.putHeader("x-accel-buffering", "no");
    response.exceptionHandler(broken -> gone());
    response.drainHandler(drained -> drain());
    exchange.onGone(this::gone);
    exchange.onStop(() -> end("the service stops"));
    timer = loop.owner().setPeriodic(HEARTBEAT_MILLIS, tick -> beat());
    response.write("retry: 2000\n\n: events follow\n\n");
  }

  /** On any thread; many calls are one. */
  private void ready() {
    if (called.compareAndSet(false, true)) {
      try {
        loop.runOnContext(ignored -> drain());
      } catch (RejectedExecutionException e) {
        called.set(false); // the event loops have ended before the feed: nobody is left to tell
      }
    }
  }

  private void drain() {
    called.set(false);
    Subscription its = subscription;
    if (its == null || response.closed() || response.ended()) {
      return;
    }
    while (!response.writeQueueFull()) {
      List<WatchEvent> events = its.take(AT_ONCE);
      if (events.isEmpty()) {
        String end = its.end();
        if (end != null) {
          end(end);
        }
        return;
      }
      stuck = false;
      StringBuilder text = new StringBuilder();
      events.forEach(event -> write(text, event));
      response.write(text.toString());
    }
    if (its.end() != null) {
      cut(); // it was dropped, and does not even read that
    }
  }

  private void beat() {
    heartbeats++;
    if (response.writeQueueFull()) {
      if (stuck) {
        cut();
      }
      stuck = true;
    } else if (heartbeats >= HEARTBEATS) {
      end("a stream lasts a quarter of an hour: come back with the last number you have");
    } else {
      stuck = false;
      response.write(": alive\n\n");
    }
  }

  /** The last words. */
  private void end(String why) {
    gone();
    if (!response.closed() && !response.ended()) {
      response.end("event: end\ndata: " + Json.write(Map.of("why", why)) + "\n\n");
    }
  }

  private void cut() {
    gone();
    response.reset();
  }

  private void gone() {
    loop.owner().cancelTimer(timer);
    Subscription its = subscription;
    if (its != null) {
      its.close();
    }
    subscription = null;
  }

  private static void write(StringBuilder text, WatchEvent event) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    data.put("seq", event.seq());
    data.put("at", event.at());
    data.put("kind", event.kind());
    WatchEvent.Subject subject = event.subject();
    data.put("resource", subject == null ? null : subject.resource());
    data.put("fence", subject == null ? null : subject.fence());
    data.put("holder", subject == null ? null : subject.holder());
    data.put("sentence", event.sentence());
    data.put("detail", event.detail());
    String kind = event.kind().matches("[a-z-]{1,40}") ? event.kind() : "other";
    text.append("id: ").append(event.seq());
    text.append("\nevent: ").append(kind);
    text.append("\ndata: ").append(Json.write(data)).append("\n\n");
  }
}
