package dev.holdfast.lease;

import dev.holdfast.lease.Batch.GiveBack;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is given back and by what right, a column each, as the functions of the protocol take it.
 */
final class Proofs {

  final String[] resources;
  final @Nullable Long[] fences;
  final String[] tokens;

  Proofs(List<GiveBack> giveBacks) {
    int size = giveBacks.size();
    resources = new String[size];
    fences = new Long[size];
    tokens = new String[size];
    for (int i = 0; i < size; i++) {
      GiveBack giveBack = giveBacks.get(i);
      resources[i] = giveBack.resource();
      fences[i] = giveBack.fence();
      tokens[i] = giveBack.token().value().toString();
    }
  }
}
