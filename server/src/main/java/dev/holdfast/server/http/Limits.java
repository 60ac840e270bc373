package dev.holdfast.server.http;

import java.time.Duration;

/**
 * How much strangers, and each access token, may ask for. Defaults: 4,000 connections, 2,000
 * requests a second and token, 2,000 waiting requests a token, 100,000 leases a token; a request
 * has to arrive within 10 s, an idle connection is closed after 60 s, an answer has to be taken
 * within 30 s, and nobody waits longer than an hour.
 */
public record Limits(Quota quota, Times times) {
  static final int BODY_BYTES = 64 * 1024;
  static final int HEADER_BYTES = 16 * 1024;

  /** A name of 512 characters, each four bytes percent-encoded, fits in. */
  static final int ADDRESS_BYTES = 8 * 1024;

  /**
   * Numbers.
   *
   * @param leases as far as this instance granted them
   */
  public record Quota(int connections, int requestsPerSecond, int waiters, int leases) {
    public Quota {
      if (connections < 1 || requestsPerSecond < 1 || waiters < 1 || leases < 1) {
        throw new IllegalArgumentException("a limit is at least 1");
      }
    }
  }

  /** Times. */
  public record Times(Duration arrival, Duration idle, Duration delivery, Duration longestWait) {}

  public static Limits defaults() {
    return new Limits(
        new Quota(4_000, 2_000, 2_000, 100_000),
        new Times(
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofHours(1)));
  }

  public Limits withQuota(Quota newQuota) {
    return new Limits(newQuota, times);
  }

  public Limits withTimes(Times newTimes) {
    return new Limits(quota, newTimes);
  }
}
