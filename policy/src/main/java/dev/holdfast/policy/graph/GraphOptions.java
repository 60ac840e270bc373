package dev.holdfast.policy.graph;

import dev.holdfast.policy.Policy;
import dev.holdfast.policy.TableName;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What else is known, and how far to look.
 *
 * @param policy whose order fixes are proposed by; null if there is none
 * @param singletons tables of one row: whoever locks a row there locks that one
 * @param longest cycle that is looked for, in transactions
 * @param most findings that are kept
 */
public record GraphOptions(
    @Nullable Policy policy, Set<TableName> singletons, int longest, int most) {

  public GraphOptions {
    singletons = Set.copyOf(singletons);
    if (longest < 2 || most < 1) {
      throw new IllegalArgumentException(
          "a cycle has two transactions at least, and one finding at least is kept");
    }
  }

  /** No policy, no singletons, cycles of up to four transactions, 200 findings. */
  public static GraphOptions defaults() {
    return new GraphOptions(null, Set.of(), 4, 200);
  }

  public GraphOptions withPolicy(@Nullable Policy newPolicy) {
    return new GraphOptions(newPolicy, singletons, longest, most);
  }

  public GraphOptions withSingleton(String table) {
    Set<TableName> more = new HashSet<>(singletons);
    more.add(TableName.of(table));
    return new GraphOptions(policy, more, longest, most);
  }

  public GraphOptions withLongest(int newLongest) {
    return new GraphOptions(policy, singletons, newLongest, most);
  }

  public GraphOptions withMost(int newMost) {
    return new GraphOptions(policy, singletons, longest, newMost);
  }

  boolean isSingleton(TableName table) {
    return singletons.stream().anyMatch(table::matches);
  }
}
