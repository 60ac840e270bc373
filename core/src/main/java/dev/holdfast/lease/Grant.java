package dev.holdfast.lease;

import java.time.Instant;

/**
 * What the database granted, from when to when, and the monotonic time before it was asked.
 *
 * @param repeated whether it had been granted under this token before, and was granted again
 */
record Grant(Ask ask, long fence, Instant at, Instant until, long sentAt, boolean repeated) {

  /** What was asked for: one resource of an acquisition. */
  record Ask(String resource, Token token, String holder, LeaseOptions options, Caller caller) {}

  /**
   * Whether it is to be given back if nobody takes it. One that a client elsewhere has from an
   * earlier request is not: the client went away from the second one only.
   */
  boolean isNobodys() {
    return !repeated || ask.caller().keepsHere();
  }

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
