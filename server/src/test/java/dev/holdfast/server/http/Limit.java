package dev.holdfast.server.http;

import java.time.Duration;

/** How long tests wait for what has to happen: long, for slow machines. */
final class Limit {
  static final Duration LONG = Duration.ofSeconds(60);

  private Limit() {}
}
