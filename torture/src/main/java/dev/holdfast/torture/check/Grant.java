package dev.holdfast.torture.check;

import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A grant that was answered, with all that was done under it. A second answer to the same token is
 * the same grant.
 *
 * @param under renewals, releases, losses
 */
record Grant(String key, Operation acquired, List<Operation> under) {

  static final Kind[] KINDS = {Kind.ACQUIRE, Kind.RENEW, Kind.RELEASE, Kind.LOST};

  /** Of one resource; the operations in the order of their invocation. */
  static List<Grant> of(List<Operation> operations) {
    Map<String, Grant> grants = new LinkedHashMap<>();
    for (Operation operation : operations) {
      if (operation.kind() == Kind.ACQUIRE && operation.isOk()) {
        grants.putIfAbsent(
            key(operation.facts()),
            new Grant(key(operation.facts()), operation, new ArrayList<>()));
      }
    }
    for (Operation operation : operations) {
      Grant grant = grants.get(key(operation.facts()));
      if (grant != null && operation.kind() != Kind.ACQUIRE) {
        grant.under().add(operation);
      }
    }
    return List.copyOf(grants.values());
  }

  /** Who: by the token, by the fence alone where the token is not known. */
  static String key(Facts facts) {
    return facts.token().isEmpty() ? "fence " + facts.fence() : facts.token();
  }

  long fence() {
    return acquired.facts().fence();
  }

  /** From here on the client claims it no more: it gave it back, or knows that it lost it. */
  long claimEnds() {
    return under.stream()
        .filter(o -> o.kind() == Kind.RELEASE || o.kind() == Kind.LOST)
        .mapToLong(Operation::invokedAt)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  @Override
  public String toString() {
    return "fence " + fence() + " of " + acquired.client();
  }
}
