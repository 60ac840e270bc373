package dev.holdfast.torture.check;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a history is held against. Defaults: all invariants, steady clocks, 5 seconds of margin
 * after healing, 200,000 states.
 *
 * @param margin how much longer than the ttl the first grant after healing may take
 * @param budget how many states the search may keep for a resource before it gives up, undecided
 */
public record Rules(Set<Invariant> invariants, Clocks clocks, Duration margin, int budget) {

  public static final Rules ALL =
      new Rules(EnumSet.allOf(Invariant.class), Clocks.STEADY, Duration.ofSeconds(5), 200_000);

  public Rules {
    invariants = Set.copyOf(invariants);
    if (invariants.isEmpty() || margin.isNegative() || budget < 1) {
      throw new IllegalArgumentException("rules have an invariant, a margin and a budget");
    }
  }

  public Rules only(Invariant first, Invariant... more) {
    return new Rules(EnumSet.of(first, more), clocks, margin, budget);
  }

  public Rules without(Invariant... some) {
    Set<Invariant> rest = EnumSet.copyOf(invariants);
    Set.of(some).forEach(rest::remove);
    return new Rules(rest, clocks, margin, budget);
  }

  public Rules withClocks(Clocks newClocks) {
    return new Rules(invariants, newClocks, margin, budget);
  }

  public Rules withMargin(Duration newMargin) {
    return new Rules(invariants, clocks, newMargin, budget);
  }

  public Rules withBudget(int newBudget) {
    return new Rules(invariants, clocks, margin, newBudget);
  }

  boolean has(Invariant invariant) {
    return invariants.contains(invariant);
  }
}
