package dev.holdfast.lease;

import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Succession.HandOver;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Hand-overs, a row a resource, a column each, as {@code holdfast.succeed_leases} takes them: from
 * the first lease, which the database has, to the last; those between in columns of their own.
 * Times are ages in microseconds.
 */
final class Succeeding {

  /** Leases that began here. */
  static final class Begun {

    final long[] ttls;
    final String[] holders;
    final long[] began;

    private Begun(int size) {
      ttls = new long[size];
      holders = new String[size];
      began = new long[size];
    }

    private void set(int row, HandOver handOver, long now) {
      ttls[row] = handOver.to().ttl().toMillis();
      holders[row] = handOver.to().holder();
      began[row] = age(handOver, now);
    }
  }

  final Proofs first;
  final long[] ended;
  final int[] steps;
  final byte[][] hashes;
  final Begun last;
  final int[] from;
  final Begun past;
  final long[] pastEnded;

  /** Whether somebody among them has a place in the database's queue. */
  final boolean placed;

  Succeeding(List<Succession> successions, long now) {
    int size = successions.size();
    int between = successions.stream().mapToInt(each -> each.steps() - 1).sum();
    first = new Proofs(successions.stream().<GiveBack>map(Succession::first).toList());
    ended = new long[size];
    steps = new int[size];
    hashes = new byte[size][];
    last = new Begun(size);
    from = new int[size];
    past = new Begun(between);
    pastEnded = new long[between];
    boolean anyPlaced = false;
    int row = 0;
    for (int i = 0; i < size; i++) {
      Succession succession = successions.get(i);
      List<HandOver> handOvers = succession.handOvers();
      ended[i] = age(handOvers.get(0), now);
      steps[i] = handOvers.size();
      hashes[i] = succession.last().to().token().hash();
      last.set(i, succession.last(), now);
      from[i] = row + 1; // arrays begin at 1 there
      for (int step = 1; step < handOvers.size(); step++, row++) {
        past.set(row, handOvers.get(step - 1), now);
        pastEnded[row] = age(handOvers.get(step), now);
      }
      anyPlaced |= succession.placed;
    }
    placed = anyPlaced;
  }

  private static long age(HandOver handOver, long now) {
    return Math.max(0, TimeUnit.NANOSECONDS.toMicros(now - handOver.at()));
  }
}
