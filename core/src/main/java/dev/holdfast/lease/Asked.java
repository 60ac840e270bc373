package dev.holdfast.lease;

import dev.holdfast.internal.Names;
import dev.holdfast.lease.Batch.Bid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked for, a row a resource, a column each, as the functions of the protocol take it. */
final class Asked {

  final String[] resources;
  final byte[][] hashes;
  final long[] ttls;
  final String[] holders;
  final @Nullable String[] attributes;
  final int[] queueing;

  /** Whether somebody among them waits. */
  final boolean waits;

  /** Whether somebody among them has a place in the database's queue. */
  final boolean placed;

  Asked(List<Bid> bids, String defaultHolder) {
    int size = bids.stream().mapToInt(bid -> bid.acquisition().resources.size()).sum();
    resources = new String[size];
    hashes = new byte[size][];
    ttls = new long[size];
    holders = new String[size];
    attributes = new String[size];
    queueing = new int[size];
    boolean anyWaits = false;
    boolean anyPlaced = false;
    int row = 0;
    for (Bid bid : bids) {
      Acquisition wish = bid.acquisition();
      anyWaits |= wish.waits;
      anyPlaced |= bid.placed();
      for (int i = 0; i < wish.resources.size(); i++, row++) {
        resources[row] = wish.resources.get(i);
        hashes[row] = wish.tokens.get(i).hash();
        ttls[row] = wish.options.ttl().toMillis();
        String holder = wish.options.holder();
        holders[row] = holder == null ? defaultHolder : holder;
        attributes[row] = Names.toJson(wish.options.attributes());
        queueing[row] = resources[row].equals(wish.awaited()) ? bid.queueing().code : 0;
      }
    }
    waits = anyWaits;
    placed = anyPlaced;
  }
}
