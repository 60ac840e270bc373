package dev.holdfast.policy.check;

/** What a reader of sources finds besides the rules of the policy. */
enum CheckRule {
  UNFOLDED(
      "unfolded",
      "What a statement locks can be read in the source.",
      "Write the statement with the table's name in it, one for each table if need be; or allow it"
          + " with a reason."),
  UNREADABLE(
      "unreadable",
      "Every source file can be read.",
      "Correct the file, or run the check on a newer JDK if its syntax is newer."),
  ALLOW(
      "allow",
      "A comment that allows something names a rule and gives a reason.",
      "Write holdfast:allow, the id of the rule, and why it is right here.");

  private final String id;
  private final String says;
  private final String fix;

  CheckRule(String id, String says, String fix) {
    this.id = id;
    this.says = says;
    this.fix = fix;
  }

  String id() {
    return id;
  }

  String says() {
    return says;
  }

  String fix() {
    return fix;
  }
}
