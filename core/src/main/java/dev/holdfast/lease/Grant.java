package dev.holdfast.lease;

import java.time.Instant;

/** What the database granted, from when to when, and the monotonic time before it was asked. */
record Grant(Ask ask, long fence, Instant at, Instant until, long sentAt) {

  /** What was asked for: one resource of an acquisition. */
  record Ask(String resource, Token token, String holder, LeaseOptions options, Caller caller) {}

  String resource() {
    return ask.resource();
  }

  Token token() {
    return ask.token();
  }

  String holder() {
    return ask.holder();
  }

  LeaseOptions options() {
    return ask.options();
  }
}
