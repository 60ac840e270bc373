package dev.holdfast.policy;

/** A table of a cluster; its rank is its place in the cluster's list. */
public record PolicyTable(TableName name, TableRule rule, About about) {

  public PolicyTable(String name) {
    this(TableName.of(name), TableRule.ANYBODY, About.NOTHING);
  }

  public PolicyTable withRule(TableRule newRule) {
    return new PolicyTable(name, newRule, about);
  }
}
