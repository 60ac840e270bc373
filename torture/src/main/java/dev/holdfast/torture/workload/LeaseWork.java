package dev.holdfast.torture.workload;

import dev.holdfast.HoldfastException;
import dev.holdfast.LeaseDeadlockException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.OverloadedException;
import dev.holdfast.WrongTokenException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Pending;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Takes a lease, writes under it, inside and outside, and gives it back in one way or another. */
final class LeaseWork {
  /** Ends the names of tokens whose leases renew themselves. */
  static final String RENEWED = "r";

  private final Child child;
  private final String client;
  private final Random chance;
  private final Duration ttl;
  private final Writes writes;
  private final Epochs epochs;
  private long turns;

  LeaseWork(Child child, String client) {
    this.child = child;
    this.client = client;
    this.chance = child.chance(client);
    this.ttl = child.job().shape().ttl();
    this.epochs = new Epochs(child.pool(), child.job().shape().epochs());
    this.writes = new Writes(child, client);
  }

  void turn() {
    turns++;
    String resource = "r/" + (1 + chance.nextInt(TablesSql.RESOURCES));
    Held held = acquire(resource, chance.nextInt(3) > 0);
    if (held == null) {
      Child.pause(5 + chance.nextInt(30));
      return;
    }
    for (int i = 1 + chance.nextInt(3); i > 0; i--) {
      work(held);
    }
    if (!held.lease().isHeld()) {
      // What a careless holder does: it must be refused, or harm nobody.
      writes.outside(held);
      writes.inside(held, 0);
    }
    giveBack(held);
    Child.pause(chance.nextInt(15));
  }

  private @Nullable Held acquire(String resource, boolean renewsItself) {
    int before = epochs.now();
    String token = client + "." + turns + (renewsItself ? RENEWED : "");
    Facts asked = Facts.NONE.withToken(token).withValue(ttl.toMillis());
    LeaseOptions options = LeaseOptions.defaults().withTtl(ttl);
    options = renewsItself ? options : options.withoutAutoRenew();
    long invoked = System.nanoTime();
    Pending pending = child.recorder().invoke(client, Kind.ACQUIRE, resource, asked);
    try {
      Optional<Lease> lease =
          chance.nextInt(3) == 0
              ? child.holdfast().leases().tryAcquire(resource, options)
              : Optional.of(
                  child.holdfast().leases().acquire(resource, options.withWait(wait(ttl))));
      if (lease.isEmpty()) {
        pending.fail("held");
        return null;
      }
      return granted(pending, lease.get(), token, before, note(lease.get(), invoked, renewsItself));
    } catch (LeaseHeldException | LeaseDeadlockException | OverloadedException e) {
      pending.fail(e.getClass().getSimpleName());
    } catch (HoldfastException e) {
      pending.info(e.getClass().getSimpleName());
    }
    return null;
  }

  private Duration wait(Duration most) {
    return Duration.ofMillis(1 + chance.nextInt((int) most.toMillis()));
  }

  /** One with a nearer end than it asked for has it from the one before it in this process. */
  private String note(Lease lease, long invoked, boolean renewsItself) {
    long deadline = System.nanoTime() + lease.remaining().toNanos();
    boolean inherited = deadline < invoked + ttl.toNanos() * 9 / 10;
    String note = renewsItself ? "renews itself" : "";
    return inherited ? (note + " handed over").strip() : note;
  }

  // A grant whose epoch is not known for sure is not told to anybody: it ends with its ttl.
  private @Nullable Held granted(
      Pending pending, Lease lease, String token, int epochBefore, String note) {
    int epoch = epochs.now();
    if (epoch < 0 || epoch != epochBefore) {
      pending.info("the epoch changed meanwhile");
      lease.close();
      return null;
    }
    Held held = new Held(lease, token, Epochs.composed(epoch, lease.fence()));
    pending.ok(held.facts().withValue(ttl.toMillis()), note);
    lease.onLost(
        lost ->
            child
                .recorder()
                .note(client, Kind.LOST, lost.resource(), Facts.of(token, held.fence()), ""));
    return held;
  }

  private void work(Held held) {
    switch (chance.nextInt(8)) {
      case 0, 1, 2 -> writes.inside(held, chance.nextInt(20));
      case 3, 4 -> writes.outside(held);
      case 5 -> renew(held);
      case 6 -> forge(held);
      default -> hold(held);
    }
  }

  private void renew(Held held) {
    Pending pending =
        child
            .recorder()
            .invoke(client, Kind.RENEW, held.resource(), held.proof().withValue(ttl.toMillis()));
    try {
      held.lease().renew(ttl);
      pending.ok(held.facts().withValue(ttl.toMillis()));
    } catch (LeaseLostException e) {
      // Past its own deadline a holder gives up by itself: that is no answer of the server.
      if (held.deadline() <= System.nanoTime()) {
        pending.info("lost, as the holder sees it");
      } else {
        pending.fail("lost");
      }
    } catch (HoldfastException e) {
      pending.info(e.getClass().getSimpleName());
    }
  }

  /** Somebody else's attempt to renew or release it: with a token that is none. */
  private void forge(Held held) {
    boolean release = chance.nextBoolean();
    Kind kind = release ? Kind.RELEASE : Kind.RENEW;
    Facts facts = Facts.of("forged." + client + "." + turns, held.fence());
    Pending pending =
        child.recorder().invoke(client, kind, held.resource(), facts.withValue(ttl.toMillis()));
    var remote = child.holdfast().leases().remote();
    long fence = held.lease().fence();
    var stage =
        release
            ? remote.release(held.resource(), fence, UUID.randomUUID())
            : remote.renew(held.resource(), fence, UUID.randomUUID(), ttl);
    try {
      stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
      pending.ok();
    } catch (ExecutionException | CompletionException e) {
      boolean refused =
          e.getCause() instanceof WrongTokenException || e.getCause() instanceof LeaseLostException;
      if (refused) {
        pending.fail("refused");
      } else {
        pending.info(String.valueOf(e.getCause()));
      }
    } catch (TimeoutException e) {
      pending.info("no answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Holds it, now and then for longer than its ttl, and says when it was seen to be renewed. */
  private void hold(Held held) {
    if (chance.nextInt(10) > 0) {
      Child.pause(chance.nextInt(60));
      return;
    }
    long until = System.nanoTime() + ttl.toNanos() * 3 / 2;
    long seen = held.deadline();
    Pending pending = renewal(held);
    while (System.nanoTime() < until && held.lease().isHeld()) {
      Child.pause(50);
      long now = held.deadline();
      if (now - seen > TimeUnit.MILLISECONDS.toNanos(20) && held.lease().isHeld()) {
        seen = now;
        pending.ok(held.facts().withValue(ttl.toMillis()).withDeadlineNanos(now), "by itself");
        pending = renewal(held);
      }
    }
    pending.info("not seen");
  }

  // Noted before it can have been sent: whoever judges takes that for the earliest moment.
  private Pending renewal(Held held) {
    return child
        .recorder()
        .invoke(client, Kind.RENEW, held.resource(), held.proof().withValue(ttl.toMillis()));
  }

  private void giveBack(Held held) {
    int way = chance.nextInt(20);
    if (way == 0 && !held.lease().isHeld()) {
      return; // lost: nothing to give back
    }
    Pending pending = child.recorder().invoke(client, Kind.RELEASE, held.resource(), held.proof());
    if (way < 6) {
      held.lease().close();
      pending.info("not waited for");
      return;
    }
    try {
      if (held.lease().release()) {
        pending.ok();
      } else {
        pending.fail("it was lost before");
      }
    } catch (HoldfastException e) {
      pending.info(e.getClass().getSimpleName());
    }
  }
}
