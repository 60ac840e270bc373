package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Call;
import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A correct server and some clients in virtual time: random operations, delays before and after
 * they take effect, and lost answers. The same seed makes the same history.
 */
final class SimulatedServer {

  private static final long MILLI = 1_000_000;
  private static final long TTL = 300;

  private record Turn(long at, Client client) {}

  /** A client that does one thing after the other. */
  private static final class Client {
    final String name;
    String token = "";
    long fence;
    long deadline;

    Client(String name) {
      this.name = name;
    }
  }

  private final Random random;
  private final List<Entry> entries = new ArrayList<>();
  private final List<long[]> writes = new ArrayList<>();
  private final PriorityQueue<Turn> turns = new PriorityQueue<>(Comparator.comparingLong(Turn::at));
  private String holder = "";
  private long fence;
  private long until;
  private long ops;
  private long lastEffect;

  private SimulatedServer(long seed) {
    random = new Random(seed);
  }

  static History run(long seed, int clients, int operations) {
    SimulatedServer server = new SimulatedServer(seed);
    for (int i = 0; i < clients; i++) {
      server.turns.add(new Turn(i * MILLI, new Client("c" + i)));
    }
    for (int i = 0; i < operations; i++) {
      Turn turn = server.turns.remove();
      long end = server.act(turn.at(), turn.client());
      server.turns.add(new Turn(end + 1 + server.delay(60), turn.client()));
    }
    return server.finish();
  }

  private long delay(int millis) {
    return (long) (random.nextDouble() * millis * MILLI);
  }

  /** Effects happen in the order of the turns: a request is served when its effect is due. */
  private long act(long at, Client client) {
    long effect = Math.max(at + delay(5), lastEffect + 1);
    lastEffect = effect;
    long end = effect + 1 + delay(20);
    if (!client.token.isEmpty() && at >= client.deadline) {
      ops++;
      add(at, Phase.OK, client, Kind.LOST, Facts.of(client.token, client.fence));
      client.token = "";
    }
    int choice = random.nextInt(10);
    if (client.token.isEmpty()) {
      acquire(at, effect, end, client);
    } else if (choice < 3) {
      renew(at, effect, end, client);
    } else if (choice < 7) {
      write(at, effect, end, client);
    } else {
      release(at, effect, end, client);
    }
    return end;
  }

  private boolean held(long at) {
    return !holder.isEmpty() && until > at;
  }

  private void acquire(long at, long effect, long end, Client client) {
    String token = "t" + ++ops;
    Facts asked = Facts.NONE.withToken(token).withValue(TTL);
    add(at, Phase.INVOKE, client, Kind.ACQUIRE, asked);
    boolean heard = random.nextInt(20) != 0;
    if (held(effect)) {
      add(end, heard ? Phase.FAIL : Phase.INFO, client, Kind.ACQUIRE, heard ? told(asked) : asked);
      return;
    }
    if (!heard && random.nextBoolean()) {
      add(end, Phase.INFO, client, Kind.ACQUIRE, asked);
      return; // it never arrived
    }
    holder = token;
    fence += 1 + (random.nextInt(10) == 0 ? 5 : 0);
    until = effect + TTL * MILLI;
    if (!heard) {
      add(end, Phase.INFO, client, Kind.ACQUIRE, asked);
      return;
    }
    client.token = token;
    client.fence = fence;
    client.deadline = at + (TTL - TTL / 10) * MILLI;
    add(end, Phase.OK, client, Kind.ACQUIRE, told(asked).withDeadlineNanos(client.deadline));
  }

  private Facts told(Facts asked) {
    return asked.withFence(fence);
  }

  private void renew(long at, long effect, long end, Client client) {
    ops++;
    Facts facts = Facts.of(client.token, client.fence).withValue(TTL);
    add(at, Phase.INVOKE, client, Kind.RENEW, facts);
    if (holder.equals(client.token) && held(effect)) {
      until = Math.max(until, effect + TTL * MILLI);
      client.deadline = at + (TTL - TTL / 10) * MILLI;
      add(end, Phase.OK, client, Kind.RENEW, facts.withDeadlineNanos(client.deadline));
    } else {
      entries.add(new Entry(end, Phase.FAIL, call(client, Kind.RENEW), facts, "lost"));
      client.token = "";
    }
  }

  private void write(long at, long effect, long end, Client client) {
    long value = ++ops;
    Facts facts = Facts.NONE.withFence(client.fence).withValue(value);
    add(at, Phase.INVOKE, client, Kind.WRITE, facts);
    boolean guarded = holder.equals(client.token) && held(effect);
    if (guarded) {
      writes.add(new long[] {client.fence, value});
    }
    boolean heard = random.nextInt(15) != 0;
    Phase phase = heard ? guarded ? Phase.OK : Phase.FAIL : Phase.INFO;
    add(end, phase, client, Kind.WRITE, facts);
  }

  private void release(long at, long effect, long end, Client client) {
    ops++;
    Facts facts = Facts.of(client.token, client.fence);
    add(at, Phase.INVOKE, client, Kind.RELEASE, facts);
    boolean ours = holder.equals(client.token) && held(effect);
    boolean arrives = random.nextInt(15) != 0;
    if (ours && arrives) {
      holder = "";
    }
    boolean heard = arrives && random.nextInt(15) != 0;
    Phase phase = heard ? ours ? Phase.OK : Phase.FAIL : Phase.INFO;
    entries.add(new Entry(end, phase, call(client, Kind.RELEASE), facts, ours ? "" : "lost"));
    client.token = "";
  }

  private History finish() {
    long at = entries.stream().mapToLong(Entry::nanos).max().orElse(0) + MILLI;
    Client judge = new Client("judge");
    writes.add(new long[] {0, 0});
    for (long[] write : writes) {
      ops++;
      add(at++, Phase.OK, judge, Kind.READ_END, Facts.of("", write[0]).withValue(write[1]));
    }
    return History.of(entries);
  }

  private void add(long at, Phase phase, Client client, Kind kind, Facts facts) {
    entries.add(new Entry(at, phase, call(client, kind), facts, ""));
  }

  private Call call(Client client, Kind kind) {
    return new Call(client.name, ops, kind, "r");
  }
}
