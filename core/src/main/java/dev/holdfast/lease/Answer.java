package dev.holdfast.lease;

import dev.holdfast.LeaseHeldException.Holding;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row that a function of the protocol answered; {@code no} counts from 1 within its part. */
record Answer(
    String part,
    int no,
    String outcome,
    long fence,
    @Nullable Standing standing,
    @Nullable UUID next) {

  /** Who has the resource now. */
  record Standing(
      @Nullable String holder, @Nullable Instant since, @Nullable Instant until, Instant at) {

    Duration left() {
      return until == null || !until.isAfter(at) ? Duration.ZERO : Duration.between(at, until);
    }
  }

  /** For a lease that is known not to be ours, without asking the database. */
  static final Answer GONE = new Answer("renew", 0, "lost", 0, null, null);

  /** Of a lease that was passed on: what who had it hears. */
  Answer ofRelease() {
    return new Answer("release", no, "released", fence - 1, null, next);
  }

  /** Of a lease that was passed on: what who has it now hears. */
  Answer ofGrant() {
    return new Answer("pass", no, "granted", fence, standing, null);
  }

  boolean is(String expected) {
    return outcome.equals(expected);
  }

  /** Whether somebody has the resource by the grant with that fence. */
  boolean isHeldAs(long ours) {
    return fence == ours
        && standing != null
        && standing.holder() != null
        && !standing.left().isZero();
  }

  /** For an acquisition that was refused. */
  Holding holding() {
    Standing there = standing;
    if (there == null || there.holder() == null || !is("held")) {
      String last = there == null ? null : there.holder();
      boolean guarded = is("busy") && last != null;
      return new Holding(
          guarded ? "a transaction of " + last + " that is still running" : "somebody",
          there == null ? null : there.since(),
          null,
          fence,
          Duration.ZERO);
    }
    return new Holding(there.holder(), there.since(), there.until(), fence, there.left());
  }
}
