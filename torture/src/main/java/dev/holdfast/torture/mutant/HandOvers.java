package dev.holdfast.torture.mutant;

import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Pending;
import dev.holdfast.torture.history.Recorder;
import java.sql.SQLException;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one client hands over to itself within what it was promised, and how it tells the database.
 * For the judge a hand-over is a release and an acquisition, and its record a renewal.
 */
final class HandOvers {

  private static final int TTL = (int) LeaseCalls.TTL;
  private static final String HANDED_OVER = "handed over";

  private final String name;
  private final Random chance;
  private final Recorder recorder;
  private final Wire wire;
  private final LeaseCalls calls;

  HandOvers(String name, Random chance, Recorder recorder, Wire wire, LeaseCalls calls) {
    this.name = name;
    this.chance = chance;
    this.recorder = recorder;
    this.wire = wire;
    this.calls = calls;
  }

  /** Hands the last one over, one to four times, as long as its time lasts. */
  void extend(Chain chain) {
    int more = 1 + chance.nextInt(4);
    while (more > 0 && handOver(chain)) {
      more--;
      CarelessClient.pause(chance.nextInt(3));
    }
  }

  /**
   * Both are under way when the clock is read: so that it is before the deadline at a moment at
   * which both can have happened, however long this thread is kept waiting around it.
   */
  private boolean handOver(Chain chain) {
    Held from = chain.last();
    Held to = from.next();
    Facts asked = Facts.NONE.withToken(Held.shortId(to.token())).withValue(TTL);
    Pending release = recorder.invoke(name, Kind.RELEASE, from.resource(), from.facts());
    Pending acquire = recorder.invoke(name, Kind.ACQUIRE, to.resource(), asked);
    long now = System.nanoTime();
    if (now >= from.deadline()) {
      release.fail("too late to hand it over");
      acquire.fail("too late to hand it over");
      return false;
    }
    chain.add(to, now);
    release.ok();
    acquire.ok(to.facts().withValue(TTL).withDeadlineNanos(to.deadline()), HANDED_OVER);
    return true;
  }

  /** Tells the database, or dies before; what it has then. */
  @Nullable Held settle(Chain chain) throws SQLException {
    if (chain.length() == 0) {
      return chain.first();
    }
    switch (chance.nextInt(6)) {
      case 0 -> {
        return null;
      }
      case 1 -> CarelessClient.pause(chance.nextInt(TTL * 8 / 5));
      case 2 -> forge(chain);
      default -> CarelessClient.pause(chance.nextInt(3));
    }
    return record(chain);
  }

  private @Nullable Held record(Chain chain) throws SQLException {
    for (int i = 0; i < 8; i++) {
      Held last = chain.last();
      long sent = System.nanoTime();
      boolean heard = chance.nextInt(6) != 0;
      String outcome = send(chain, chain.first().token(), last, sent, heard);
      if (outcome.equals("recorded")) {
        return heard ? repeated(chain, last.promisedUntil(calls.deadline(sent))) : again(chain);
      } else if (!outcome.equals("busy")) {
        recorder.note(name, Kind.LOST, last.resource(), last.facts(), "");
        return null;
      }
      CarelessClient.pause(1 + chance.nextInt(8));
    }
    return null;
  }

  /** The same once more, now and then. */
  private @Nullable Held repeated(Chain chain, Held recorded) throws SQLException {
    if (chance.nextInt(4) == 0) {
      long sent = System.nanoTime();
      String outcome = send(chain, chain.first().token(), chain.last(), sent, true);
      return outcome.equals("repeated") ? recorded.promisedUntil(calls.deadline(sent)) : null;
    }
    return recorded;
  }

  /** The same once more, after an answer that was not heard. */
  private @Nullable Held again(Chain chain) throws SQLException {
    long sent = System.nanoTime();
    String outcome = send(chain, chain.first().token(), chain.last(), sent, true);
    return outcome.equals("repeated") ? chain.last().promisedUntil(calls.deadline(sent)) : null;
  }

  /** With a token that is none, and to one that nobody was granted. */
  void forge(Held held) throws SQLException {
    Chain chain = new Chain(held);
    chain.add(held.next(), System.nanoTime());
    forge(chain);
  }

  private void forge(Chain chain) throws SQLException {
    Held thief = chain.last().as(UUID.randomUUID());
    send(chain, UUID.randomUUID(), thief, System.nanoTime(), true);
  }

  /** Tells the database at once, whatever it says; null if it did not go so. */
  @Nullable Held tryRecord(Chain chain) throws SQLException {
    long sent = System.nanoTime();
    String outcome = send(chain, chain.first().token(), chain.last(), sent, true);
    return outcome.equals("recorded") ? chain.last().promisedUntil(calls.deadline(sent)) : null;
  }

  /**
   * One record; the same again sets a new end, too. That it has to wait may be for a guard: that
   * says nothing to the judge.
   */
  private String send(Chain chain, UUID token, Held last, long sent, boolean heard)
      throws SQLException {
    Facts asked = last.facts().withValue(TTL);
    Pending pending = recorder.invoke(name, Kind.RENEW, last.resource(), asked);
    Wire.Answer answer = wire.succeed(chain, token, last, TTL, name);
    calls.slowNetwork();
    switch (answer.outcome()) {
      case "recorded", "repeated" -> {
        if (heard) {
          pending.ok(
              asked.withFence(answer.fence()).withDeadlineNanos(calls.deadline(sent)),
              answer.outcome());
        } else {
          pending.info("the answer was lost");
        }
      }
      case "lost", "passed" -> pending.fail(asked, "lost: " + answer.outcome());
      default -> pending.fail(asked, "not now: " + answer.outcome());
    }
    return answer.outcome();
  }
}
