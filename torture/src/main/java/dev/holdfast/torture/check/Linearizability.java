package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import java.util.ArrayList;
import java.util.List;

/** S: resource by resource, since an order for each makes an order for all. */
final class Linearizability {

  private final Rules rules;
  private final List<String> undecided = new ArrayList<>();

  Linearizability(Rules rules) {
    this.rules = rules;
  }

  List<Violation> violations(History history) {
    List<Violation> found = new ArrayList<>();
    history
        .byResource(Kind.ACQUIRE, Kind.RENEW, Kind.RELEASE, Kind.WRITE)
        .forEach(
            (resource, operations) -> {
              LinearSearch search = new LinearSearch(resource, operations, rules);
              search.run().ifPresent(found::add);
              if (search.isExhausted()) {
                undecided.add(
                    "S of %s: more than %d states were possible at once; give it a larger budget"
                        .formatted(resource, rules.budget()));
              }
            });
    return found;
  }

  List<String> undecided() {
    return undecided;
  }
}
