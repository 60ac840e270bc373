package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * T: what was renewed or released had been granted to this token, was not released before, and
 * nobody else had been granted it by the time of the call.
 */
final class TokenHolders implements Scan {

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    history
        .byResource(Kind.ACQUIRE, Kind.RENEW, Kind.RELEASE)
        .forEach((resource, all) -> new OneResource(resource, all, found).scan());
    return found;
  }

  private static final class OneResource {
    private final String resource;
    private final List<Operation> all;
    private final List<Violation> found;
    private final Set<String> tokens = new HashSet<>();
    private final Map<String, Operation> released = new HashMap<>();

    private final HighestBefore granted;

    OneResource(String resource, List<Operation> all, List<Violation> found) {
      this.resource = resource;
      this.all = all;
      this.found = found;
      this.granted = HighestBefore.byFence(Grant.of(all).stream().map(Grant::acquired).toList());
    }

    void scan() {
      for (Operation operation : all) {
        if (operation.kind() == Kind.ACQUIRE && operation.outcome() != Phase.FAIL) {
          tokens.add(Grant.key(operation.facts()));
        }
      }
      for (Operation operation : all) {
        if (operation.kind() != Kind.ACQUIRE) {
          judge(operation);
        }
      }
    }

    private void judge(Operation operation) {
      String key = Grant.key(operation.facts());
      Operation earlier = released.get(key);
      if (operation.isOk()) {
        if (!tokens.contains(key)) {
          add(operation, "a token that was never granted it " + did(operation));
        } else if (operation.kind() == Kind.RENEW
            && earlier != null
            && earlier.isBefore(operation)) {
          add(operation, "it was renewed after its release", earlier);
        } else if (operation.kind() == Kind.RENEW || earlier == null) {
          // the answer to a release is given again if it is asked for again
          overtaken(operation);
        }
      }
      if (operation.kind() == Kind.RELEASE && operation.outcome() != Phase.FAIL) {
        released.putIfAbsent(key, operation);
      }
    }

    private void overtaken(Operation operation) {
      Operation newer = granted.of(operation);
      if (newer != null && newer.facts().fence() > operation.facts().fence()) {
        add(
            operation,
            "fence %d %s after fence %d had been granted"
                .formatted(operation.facts().fence(), did(operation), newer.facts().fence()),
            newer);
      }
    }

    private static String did(Operation operation) {
      return operation.kind() == Kind.RENEW ? "renewed" : "released";
    }

    private void add(Operation operation, String what, Operation... before) {
      List<Operation> witnesses = new ArrayList<>(List.of(before));
      witnesses.add(operation);
      found.add(new Violation(Invariant.T, resource, what, witnesses));
    }
  }
}
