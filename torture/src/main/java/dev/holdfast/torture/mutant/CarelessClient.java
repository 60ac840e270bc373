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
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One client: it takes leases, and is late, forges tokens, writes under guards near the end of its
 * lease, passes its leases on, hands them over to itself, gives back what it lost, and prunes.
 */
final class CarelessClient implements Runnable, AutoCloseable {

  private static final int TTL = (int) LeaseCalls.TTL;
  private static final AtomicLong VALUES = new AtomicLong();

  /** What goes on while a write is open. */
  @FunctionalInterface
  private interface Meanwhile {
    void happens() throws SQLException;
  }

  private final String name;
  private final Mutant mutant;
  private final Random chance;
  private final Recorder recorder;
  private final Wire leases;
  private final Wire writes;
  private final LeaseCalls calls;
  private final HandOvers handOvers;
  private volatile boolean stopped;

  CarelessClient(int number, Mutant mutant, DataSource source, Recorder recorder) {
    this.name = "c" + number;
    this.mutant = mutant;
    this.chance = new Random(number);
    this.recorder = recorder;
    this.leases = new Wire(source);
    this.writes = new Wire(source);
    this.calls = new LeaseCalls(name, mutant, chance, recorder, leases);
    this.handOvers = new HandOvers(name, chance, recorder, leases, calls);
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
    Held held = calls.acquire(resource, chance.nextInt(12) == 0 ? TTL * 3 / 2 : 0);
    if (held == null) {
      pause(1 + chance.nextInt(4));
      return;
    }
    while (held != null) {
      for (int i = 1 + chance.nextInt(3); i > 0; i--) {
        act(held);
      }
      held = handOver(leave(held));
    }
    if (chance.nextInt(6) == 0) {
      Prunings.run(leases);
    }
  }

  private void act(Held held) throws SQLException {
    switch (chance.nextInt(8)) {
      case 0, 1 -> write(held, false);
      case 2 -> write(held, true);
      case 3 -> calls.renew(held, held.token());
      case 4 -> forge(held);
      case 5 -> renewUnderGuard(held);
      default -> pause(chance.nextInt(TTL * 8 / 5));
    }
  }

  private void forge(Held held) throws SQLException {
    UUID token = UUID.randomUUID();
    switch (chance.nextInt(4)) {
      case 0 -> calls.renew(held, token);
      case 1 -> calls.release(held, token);
      case 2 -> handOvers.forge(held);
      default -> calls.pass(held, token, 0);
    }
  }

  /** Forgets it, passes it on, or gives it back; what it has then. */
  private @Nullable Held leave(Held held) throws SQLException {
    if (chance.nextInt(5) == 0) {
      return null;
    }
    if (chance.nextInt(3) == 0) {
      return passOn(held);
    }
    calls.release(held, held.token());
    return null;
  }

  private @Nullable Held passOn(Held held) throws SQLException {
    return switch (chance.nextInt(4)) {
      case 0 -> {
        passUnderGuard(held);
        yield null;
      }
      case 1 -> calls.pass(held, held.token(), 1 + chance.nextInt(TTL * 8 / 5));
      default -> calls.pass(held, held.token(), 0);
    };
  }

  /** To itself, and the database is told afterwards; some times if it may. */
  private @Nullable Held handOver(@Nullable Held held) throws SQLException {
    Held current = held;
    while (current != null && current.isPromised() && chance.nextInt(3) != 0) {
      Chain chain = new Chain(current);
      if (chance.nextInt(4) == 0) {
        current = handOverUnderGuard(chain);
      } else {
        handOvers.extend(chain);
        current = handOvers.settle(chain);
      }
    }
    return current;
  }

  /** A write of the first is still open. If it is recorded all the same, the last writes first. */
  private @Nullable Held handOverUnderGuard(Chain chain) throws SQLException {
    AtomicReference<@Nullable Held> recorded = new AtomicReference<>();
    writes.begin();
    write(
        chain.first(),
        writes,
        () -> {
          handOvers.extend(chain);
          Held last = chain.length() == 0 ? null : handOvers.tryRecord(chain);
          recorded.set(last);
          if (last != null) {
            leases.begin();
            write(last, leases, () -> {});
          }
        });
    Held last = recorded.get();
    return last != null ? last : handOvers.settle(chain);
  }

  /** Often near the end of the lease, and with a pause before the commit; never twice the ttl. */
  private void write(Held held, boolean inOldTransaction) throws SQLException {
    if (inOldTransaction) {
      writes.begin();
      pause(chance.nextInt(TTL * 8 / 5));
    } else {
      pause(chance.nextInt(TTL));
      writes.begin();
    }
    write(held, writes, () -> pause(chance.nextInt(TTL * 3 / 4)));
  }

  /** Its own write is still open. If it is passed on all the same, the new one writes first. */
  private void passUnderGuard(Held held) throws SQLException {
    writes.begin();
    write(
        held,
        writes,
        () -> {
          Held next = calls.pass(held, held.token(), 0);
          if (next != null) {
            leases.begin();
            write(next, leases, () -> {});
          }
        });
  }

  /** In a transaction that has begun. */
  private void write(Held held, Wire wire, Meanwhile meanwhile) throws SQLException {
    long value = VALUES.incrementAndGet();
    Facts facts = held.facts().withValue(value);
    Pending pending = recorder.invoke(name, Kind.WRITE, held.resource(), facts);
    boolean committing = false;
    try {
      wire.guard(held.resource(), held.fence(), held.token());
      meanwhile.happens();
      wire.write(held.resource(), held.fence(), value);
      committing = true;
      wire.commit();
    } catch (SQLException e) {
      wire.rollback();
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
      wire.write(held.resource(), held.fence(), value);
      pending.ok();
    } else {
      pending.info("the answer was lost");
    }
  }

  private void renewUnderGuard(Held held) throws SQLException {
    writes.begin();
    try {
      writes.guard(held.resource(), held.fence(), held.token());
      calls.renew(held, held.token());
    } catch (SQLException e) {
      // not current: nothing to renew
    } finally {
      writes.rollback();
    }
  }

  static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Override
  public void close() {
    leases.close();
    writes.close();
  }
}
