package dev.holdfast.policy.guard;

import java.sql.SQLNonTransientException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A statement that would break the lock policy. Nothing was sent: the transaction is as it was, and
 * trying again would end the same way.
 *
 * <p>It is an {@code SQLException} because that is what callers of JDBC, pools and frameworks know
 * how to pass on: from Spring and Hibernate it comes as the cause of theirs. Its SQLSTATE is
 * {@value #SQL_STATE}.
 */
public final class PolicyViolationException extends SQLNonTransientException {

  public static final String SQL_STATE = "HF0P1";

  private static final long serialVersionUID = 1L;

  private final transient List<GuardFinding> findings;

  PolicyViolationException(List<GuardFinding> findings) {
    super(message(findings), SQL_STATE);
    this.findings = List.copyOf(findings);
  }

  /** What it would break: at least one. */
  public List<GuardFinding> findings() {
    return findings;
  }

  private static String message(List<GuardFinding> findings) {
    return findings.stream().map(GuardFinding::toString).collect(Collectors.joining("\n"))
        + " Nothing was sent to the database.";
  }
}
