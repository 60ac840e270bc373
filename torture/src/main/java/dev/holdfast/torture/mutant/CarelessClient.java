package dev.holdfast.torture.mutant;

import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Pending;
import dev.holdfast.torture.history.Recorder;
import java.sql.SQLException;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One client: it takes leases, and is late, forges tokens, writes under guards near the end of its
 * lease, gives back what it lost, and prunes.
 */
final class CarelessClient implements Runnable, AutoCloseable {

  static final long TTL = 80;
  private static final AtomicLong VALUES = new AtomicLong();

  /** A lease as the client knows it. */
  private record Held(String resource, UUID token, long fence) {
    Facts facts() {
      return Facts.of(shortId(token), fence);
    }
  }

  private final String name;
  private final Mutant mutant;
  private final Random chance;
  private final Recorder recorder;
  private final Wire leases;
  private final Wire writes;
  private volatile boolean stopped;

  CarelessClient(int number, Mutant mutant, DataSource source, Recorder recorder) {
    this.name = "c" + number;
    this.mutant = mutant;
    this.chance = new Random(number);
    this.recorder = recorder;
    this.leases = new Wire(source);
    this.writes = new Wire(source);
  }

  void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    while (!stopped) {
      try {
        turn();
      } catch (SQLException e) {
        // what was under way stays without an end: nobody knows
        leases.rollback();
        writes.rollback();
      }
    }
  }

  private void turn() throws SQLException {
    String resource = chance.nextInt(5) == 0 ? "own/" + name : "r/" + chance.nextInt(2);
    Held held = acquire(resource);
    if (held == null) {
      pause(1 + chance.nextInt(4));
      return;
    }
    for (int i = 1 + chance.nextInt(3); i > 0; i--) {
      act(held);
    }
    if (chance.nextInt(5) != 0) {
      release(held, held.token(), held.facts());
    }
    if (chance.nextInt(6) == 0) {
      leases.run(MutantSql.PRUNE);
    }
  }

  private void act(Held held) throws SQLException {
    switch (chance.nextInt(8)) {
      case 0, 1 -> write(held, false);
      case 2 -> write(held, true);
      case 3 -> renew(held, held.token(), held.facts());
      case 4 -> forge(held);
      case 5 -> renewUnderGuard(held);
      default -> pause(chance.nextInt((int) TTL * 8 / 5));
    }
  }

  private @Nullable Held acquire(String resource) throws SQLException {
    UUID token = UUID.randomUUID();
    boolean old = chance.nextInt(12) == 0;
    if (old) {
      leases.begin();
      pause(TTL * 3 / 2);
    }
    Facts asked = Facts.NONE.withToken(shortId(token)).withValue(TTL);
    long sent = System.nanoTime();
    Pending pending = recorder.invoke(name, Kind.ACQUIRE, resource, asked);
    Wire.Answer answer = leases.acquire(resource, token, TTL, name);
    if (old) {
      leases.commit();
    }
    if (!answer.outcome().equals("granted")) {
      boolean held = answer.outcome().equals("held");
      pending.fail(asked.withFence(held ? answer.fence() : 0), answer.outcome());
      return null;
    }
    if (chance.nextInt(4) == 0) {
      pause(chance.nextInt(15)); // a slow network
    }
    Held held = new Held(resource, token, answer.fence());
    pending.ok(held.facts().withValue(TTL).withDeadlineNanos(deadline(sent)));
    return held;
  }

  private long deadline(long sent) {
    return mutant == Mutant.DEADLINE_FROM_THE_ANSWER
        ? System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TTL)
        : sent + TimeUnit.MILLISECONDS.toNanos(TTL - TTL / 10);
  }

  private void renew(Held held, UUID token, Facts facts) throws SQLException {
    Facts asked = facts.withValue(TTL);
    long sent = System.nanoTime();
    Pending pending = recorder.invoke(name, Kind.RENEW, held.resource(), asked);
    String outcome = leases.renew(held.resource(), held.fence(), token, TTL);
    if (outcome.equals("renewed")) {
      pending.ok(asked.withDeadlineNanos(deadline(sent)));
    } else {
      pending.fail(asked, outcome);
    }
  }

  private void release(Held held, UUID token, Facts facts) throws SQLException {
    Pending pending = recorder.invoke(name, Kind.RELEASE, held.resource(), facts);
    String outcome = leases.release(held.resource(), held.fence(), token);
    if (outcome.equals("released")) {
      pending.ok();
    } else {
      pending.fail(outcome);
    }
  }

  private void forge(Held held) throws SQLException {
    UUID token = UUID.randomUUID();
    Facts facts = Facts.of(shortId(token), held.fence());
    if (chance.nextBoolean()) {
      renew(held, token, facts);
    } else {
      release(held, token, facts);
    }
  }

  /** Often near the end of the lease, and with a pause before the commit; never twice the ttl. */
  private void write(Held held, boolean inOldTransaction) throws SQLException {
    long value = VALUES.incrementAndGet();
    if (inOldTransaction) {
      writes.begin();
      pause(chance.nextInt((int) TTL * 8 / 5));
    } else {
      pause(chance.nextInt((int) TTL));
      writes.begin();
    }
    Facts facts = held.facts().withValue(value);
    Pending pending = recorder.invoke(name, Kind.WRITE, held.resource(), facts);
    boolean committing = false;
    try {
      writes.guard(held.resource(), held.fence(), held.token());
      pause(chance.nextInt((int) TTL * 3 / 4));
      writes.write(held.resource(), held.fence(), value);
      committing = true;
      writes.commit();
    } catch (SQLException e) {
      writes.rollback();
      if (committing) {
        pending.info("commit: " + e.getSQLState());
      } else {
        pending.fail("rolled back: " + e.getSQLState());
      }
      return;
    }
    if (chance.nextInt(5) != 0) {
      pending.ok();
    } else if (mutant == Mutant.RETRY_AFTER_UNCLEAR_COMMIT) {
      writes.write(held.resource(), held.fence(), value);
      pending.ok();
    } else {
      pending.info("the answer was lost");
    }
  }

  private void renewUnderGuard(Held held) throws SQLException {
    writes.begin();
    try {
      writes.guard(held.resource(), held.fence(), held.token());
      renew(held, held.token(), held.facts());
    } catch (SQLException e) {
      // not current: nothing to renew
    } finally {
      writes.rollback();
    }
  }

  private static String shortId(UUID token) {
    return token.toString().substring(0, 8);
  }

  private static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Override
  public void close() {
    leases.close();
    writes.close();
  }
}
