package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps that operations of unknown outcome may take by themselves. A release frees its own
 * lease. A grant that nobody heard of matters only under a fence that somebody else saw: of those
 * whose token is not known one stands for all, the one that ends first.
 */
final class Silent {

  private final LeaseModel model;
  private final Doubts doubts;
  private final Set<String> releases = new HashSet<>();
  private final Map<Long, Operation> byFence = new HashMap<>();
  private @Nullable Operation anyGrant;

  Silent(LeaseModel model, Doubts doubts) {
    this.model = model;
    this.doubts = doubts;
  }

  /** From now on it may take effect. */
  void begun(Operation operation) {
    String token = LeaseModel.tokenOf(operation);
    if (operation.kind() == Kind.RELEASE) {
      releases.add(token);
    } else if (doubts.fenceOf(token) != 0) {
      byFence.putIfAbsent(doubts.fenceOf(token), operation);
    } else if (anyGrant == null || LeaseModel.ttlOf(operation) < LeaseModel.ttlOf(anyGrant)) {
      anyGrant = operation;
    }
  }

  /**
   * Where the state may have gone.
   *
   * @param asked the fences that operations under way want to see
   */
  List<ServerState> steps(ServerState state, Set<Long> asked, long by) {
    List<ServerState> steps = new ArrayList<>();
    if (releases.contains(state.holder())) {
      steps.add(state.freed());
    }
    for (long fence : asked) {
      Operation grant = byFence.getOrDefault(fence, doubts.isUnheard(fence) ? anyGrant : null);
      ServerState next = grant == null ? null : model.grantedUnheard(state, grant, fence, by);
      if (next != null) {
        steps.add(next);
      }
    }
    return steps;
  }
}
