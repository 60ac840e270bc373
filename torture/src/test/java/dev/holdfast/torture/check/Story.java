package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Call;
import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * Histories by hand. Times are milliseconds; each operation lasts one unless {@link #lasting} says
 * otherwise; the ttl is 1000, the margin a tenth.
 */
final class Story {

  static final long TTL = 1_000;
  private static final long MILLI = 1_000_000;

  private final List<Entry> entries = new ArrayList<>();
  private long op;
  private long length = 1;
  private String resource = "r";

  /** How long the operations that follow last. */
  Story lasting(long millis) {
    length = millis;
    return this;
  }

  Story on(String name) {
    resource = name;
    return this;
  }

  Story acquire(long at, String client, String token, long fence) {
    Facts asked = Facts.NONE.withToken(token).withValue(TTL);
    long deadline = (at + TTL - TTL / 10) * MILLI;
    return both(
        at, client, Kind.ACQUIRE, asked, asked.withFence(fence).withDeadlineNanos(deadline));
  }

  /** By the client to itself, before the server knows; the deadline stays. */
  Story handOver(long at, String client, String from, String to, long fence, long deadline) {
    release(at, client, from, fence - 1);
    Facts asked = Facts.NONE.withToken(to).withValue(TTL);
    invoke(at + length, client, Kind.ACQUIRE, asked);
    Facts given = asked.withFence(fence).withDeadlineNanos(deadline * MILLI);
    return end(at + 2 * length, Phase.OK, given, "handed over");
  }

  Story refused(long at, String client, long fence) {
    Facts asked = Facts.NONE.withValue(TTL);
    invoke(at, client, Kind.ACQUIRE, asked);
    return end(at + length, Phase.FAIL, asked.withFence(fence), "held");
  }

  Story renew(long at, String client, String token, long fence) {
    Facts facts = Facts.of(token, fence).withValue(TTL);
    return both(
        at, client, Kind.RENEW, facts, facts.withDeadlineNanos((at + TTL - TTL / 10) * MILLI));
  }

  Story release(long at, String client, String token, long fence) {
    return both(at, client, Kind.RELEASE, Facts.of(token, fence), Facts.of(token, fence));
  }

  Story lost(long at, String client, String token, long fence) {
    op++;
    entries.add(entry(at, Phase.OK, client, Kind.LOST, Facts.of(token, fence)));
    return this;
  }

  Story write(long at, String client, long fence, long value) {
    return simple(at, client, Kind.WRITE, fence, value);
  }

  /** Any kind that has a fence and a value. */
  Story simple(long at, String client, Kind kind, long fence, long value) {
    Facts facts = Facts.NONE.withFence(fence).withValue(value);
    return both(at, client, kind, facts, facts);
  }

  Story readEnd(long at, long fence, long value) {
    return readEnd(at, Kind.WRITE, fence, value);
  }

  Story readEnd(long at, Kind about, long fence, long value) {
    op++;
    Facts facts = Facts.NONE.withFence(fence).withValue(value);
    Call call = new Call("judge", op, Kind.READ_END, resource);
    entries.add(new Entry(at * MILLI, Phase.OK, call, facts, about.name()));
    return this;
  }

  Story fault(long from, long healed, String which) {
    op++;
    Call call = new Call("faults", op, Kind.FAULT, "*");
    entries.add(new Entry(from * MILLI, Phase.INVOKE, call, Facts.NONE, which));
    entries.add(new Entry(healed * MILLI, Phase.OK, call, Facts.NONE, which));
    return this;
  }

  /** The machine's clock was set between these moments. */
  Story jump(long before, long after, long millis) {
    op++;
    Call call = new Call("machine", op, Kind.JUMP, "*");
    Facts facts = Facts.NONE.withValue(millis);
    entries.add(new Entry(before * MILLI, Phase.INVOKE, call, facts, ""));
    entries.add(new Entry(after * MILLI, Phase.OK, call, facts, ""));
    return this;
  }

  /** The last operation failed. */
  Story failed(String note) {
    return lastEnds(Phase.FAIL, note);
  }

  /** Nobody knows of the last operation. */
  Story unknown() {
    return lastEnds(Phase.INFO, "no answer");
  }

  /** The process of the last operation was killed before it heard. */
  Story unheard() {
    entries.remove(entries.size() - 1);
    return this;
  }

  History history() {
    return History.of(entries);
  }

  private Story lastEnds(Phase phase, String note) {
    Entry last = entries.remove(entries.size() - 1);
    entries.add(new Entry(last.nanos(), phase, last.call(), begun(last), note));
    return this;
  }

  private Facts begun(Entry last) {
    return entries.get(entries.size() - 1).call().equals(last.call())
        ? entries.get(entries.size() - 1).facts()
        : last.facts();
  }

  private Story both(long at, String client, Kind kind, Facts asked, Facts answered) {
    invoke(at, client, kind, asked);
    return end(at + length, Phase.OK, answered, "");
  }

  private void invoke(long at, String client, Kind kind, Facts facts) {
    op++;
    entries.add(entry(at, Phase.INVOKE, client, kind, facts));
  }

  private Story end(long at, Phase phase, Facts facts, String note) {
    Call call = entries.get(entries.size() - 1).call();
    entries.add(new Entry(at * MILLI, phase, call, facts, note));
    return this;
  }

  private Entry entry(long at, Phase phase, String client, Kind kind, Facts facts) {
    return new Entry(at * MILLI, phase, new Call(client, op, kind, resource), facts, "");
  }
}
