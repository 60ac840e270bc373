package dev.holdfast.policy;

/** Who may lock the rows of a table. */
public enum TableRule {
  /** Anybody, in order. */
  ANYBODY("anybody"),
  /** Nobody. New rows may be appended, from any cluster: nobody waits for an appended row. */
  NEVER("never"),
  /** Admin flows only. */
  ADMIN("admin");

  private final String word;

  TableRule(String word) {
    this.word = word;
  }

  /** As a policy file writes it. */
  public String word() {
    return word;
  }
}
