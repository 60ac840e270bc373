package dev.holdfast.policy.check;

import dev.holdfast.policy.check.source.Place;

/**
 * A place in the sources that breaks the policy.
 *
 * @param rule the rule's id
 * @param reason what was seen and what the policy says about it
 * @param fix what to do
 */
public record Finding(Place place, String rule, String reason, String fix, Context context) {

  /**
   * What stays the same when lines move.
   *
   * @param owner the method, class or file
   * @param table empty where it is about none
   * @param sql the statement, in one line; empty where there is none
   */
  public record Context(String owner, String table, String sql) {
    public static final Context NONE = new Context("", "", "");
  }

  Finding withReason(String newReason) {
    return new Finding(place, rule, newReason, fix, context);
  }
}
