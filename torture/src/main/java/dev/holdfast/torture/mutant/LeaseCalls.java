package dev.holdfast.torture.mutant;

import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Pending;
import dev.holdfast.torture.history.Recorder;
import java.sql.SQLException;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one client asks of its leases, written down with the answers. A call that breaks stays
 * without an end: nobody knows.
 */
final class LeaseCalls {

  static final long TTL = 80;

  /** A lease that was asked for. */
  private record Asked(String resource, UUID token, long sent, Pending pending) {}

  private final String name;
  private final Mutant mutant;
  private final Random chance;
  private final Recorder recorder;
  private final Wire wire;

  LeaseCalls(String name, Mutant mutant, Random chance, Recorder recorder, Wire wire) {
    this.name = name;
    this.mutant = mutant;
    this.chance = chance;
    this.recorder = recorder;
    this.wire = wire;
  }

  /**
   * Asks for a lease; null if it is refused.
   *
   * @param age how long before the call its transaction began, in milliseconds; 0 = with the call
   */
  @Nullable Held acquire(String resource, long age) throws SQLException {
    begin(age);
    Asked asked = ask(resource);
    Wire.Answer answer = wire.acquire(resource, asked.token(), TTL, name);
    commit(age);
    return heard(asked, answer);
  }

  void renew(Held held, UUID token) throws SQLException {
    Facts asked = held.facts(token).withValue(TTL);
    long prunings = Prunings.mark();
    long sent = System.nanoTime();
    Pending pending = recorder.invoke(name, Kind.RENEW, held.resource(), asked);
    String outcome = wire.renew(held.resource(), held.fence(), token, TTL);
    if (outcome.equals("renewed")) {
      pending.ok(asked.withDeadlineNanos(deadline(sent)));
    } else {
      boolean byPruning = outcome.equals("busy") && Prunings.isSince(prunings);
      pending.fail(asked, byPruning ? "not now: somebody prunes" : outcome);
    }
  }

  void release(Held held, UUID token) throws SQLException {
    Pending pending = recorder.invoke(name, Kind.RELEASE, held.resource(), held.facts(token));
    released(pending, wire.release(held.resource(), held.fence(), token));
  }

  /**
   * Passes a lease on to itself, under a new token; null if that one is refused. For the judge it
   * is a release and an acquisition, under way together: he need not know that they are one step.
   *
   * @param age as of {@link #acquire}
   */
  @Nullable Held pass(Held held, UUID token, long age) throws SQLException {
    begin(age);
    // in this order: nothing is claimed any more under the old token when the new one is asked for
    Pending release = recorder.invoke(name, Kind.RELEASE, held.resource(), held.facts(token));
    Asked asked = ask(held.resource());
    Wire.Passed answer = wire.pass(held.resource(), held.fence(), token, asked.token(), TTL, name);
    commit(age);
    released(release, answer.released());
    return heard(asked, answer.acquired());
  }

  private void begin(long age) throws SQLException {
    if (age > 0) {
      wire.begin();
      CarelessClient.pause(age);
    }
  }

  private void commit(long age) throws SQLException {
    if (age > 0) {
      wire.commit();
    }
  }

  private Asked ask(String resource) {
    UUID token = UUID.randomUUID();
    long sent = System.nanoTime();
    return new Asked(
        resource, token, sent, recorder.invoke(name, Kind.ACQUIRE, resource, asked(token)));
  }

  private static Facts asked(UUID token) {
    return Facts.NONE.withToken(Held.shortId(token)).withValue(TTL);
  }

  private @Nullable Held heard(Asked asked, Wire.Answer answer) {
    boolean passed = answer.outcome().equals("passed");
    if (!passed && !answer.outcome().equals("granted")) {
      long other = answer.outcome().equals("held") ? answer.fence() : 0;
      asked.pending().fail(asked(asked.token()).withFence(other), answer.outcome());
      return null;
    }
    slowNetwork();
    Held held =
        new Held(asked.resource(), asked.token(), answer.fence(), deadline(asked.sent()), passed);
    asked.pending().ok(held.facts().withValue(TTL).withDeadlineNanos(held.deadline()));
    return held;
  }

  void slowNetwork() {
    if (chance.nextInt(4) == 0) {
      CarelessClient.pause(chance.nextInt(15));
    }
  }

  private static void released(Pending pending, String outcome) {
    if (outcome.equals("released")) {
      pending.ok();
    } else {
      pending.fail(outcome);
    }
  }

  long deadline(long sent) {
    return mutant == Mutant.DEADLINE_FROM_THE_ANSWER
        ? System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TTL)
        : sent + TimeUnit.MILLISECONDS.toNanos(TTL - TTL / 10);
  }
}
