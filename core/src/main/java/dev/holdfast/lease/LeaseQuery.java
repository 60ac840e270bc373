package dev.holdfast.lease;

import dev.holdfast.InvalidRequestException;
import org.jspecify.annotations.Nullable;

/**
 * Which resources to list. Defaults: all, in the order of their names, the first 100.
 *
 * @param prefix what the names start with
 * @param after only names after this one: the last of the page before
 * @param state only those in this state; null: any
 * @param limit at most so many, 1 to 10,000
 */
public record LeaseQuery(String prefix, String after, @Nullable LeaseState state, int limit) {

  public LeaseQuery {
    if (limit < 1 || limit > 10_000) {
      throw new InvalidRequestException("a limit is between 1 and 10,000, not " + limit);
    }
  }

  public static LeaseQuery all() {
    return new LeaseQuery("", "", null, 100);
  }

  public LeaseQuery withPrefix(String newPrefix) {
    return new LeaseQuery(newPrefix, after, state, limit);
  }

  public LeaseQuery withAfter(String newAfter) {
    return new LeaseQuery(prefix, newAfter, state, limit);
  }

  public LeaseQuery withState(LeaseState newState) {
    return new LeaseQuery(prefix, after, newState, limit);
  }

  public LeaseQuery withLimit(int newLimit) {
    return new LeaseQuery(prefix, after, state, newLimit);
  }
}
