package dev.holdfast.testkit.sqllock;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.holdfast.testkit.contract.FuzzSize;
import dev.holdfast.testkit.contract.LockContract;
import dev.holdfast.testkit.contract.LockUnderTest;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract of a lock with a flaw. Not a test of the build: {@link SuiteCatchesTest} runs it.
 */
class BrokenContract extends LockContract {
  static final String CONFIG = "holdfast.broken-lock";

  private SqlLockConfig config = new SqlLockConfig("", "", Flaw.NONE);

  @RegisterExtension
  final BeforeEachCallback configured =
      context ->
          context
              .getConfigurationParameter(CONFIG)
              .ifPresentOrElse(
                  text -> config = SqlLockConfig.parse(text),
                  () -> abort("made to fail: only SuiteCatchesTest runs it"));

  @Override
  protected LockUnderTest lock() {
    return SqlLockContractTest.under(config);
  }

  @Override
  protected FuzzSize fuzzSize() {
    return new FuzzSize(2, 8, 4, 2_000);
  }
}
