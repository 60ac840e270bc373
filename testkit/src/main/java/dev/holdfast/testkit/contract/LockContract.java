package dev.holdfast.testkit.contract;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * The whole contract: extend it, say which lock it is about, and run it.
 *
 * <p>Each test uses resources and counters of its own, so that one database serves all of them.
 * Whoever wants less implements the single contracts instead ({@link GrantContract}, {@link
 * ExpiryContract}, {@link GuardContract}, {@link WaitingContract}, {@link NetworkContract}, {@link
 * ProcessContract}, {@link FuzzContract}).
 */
@Timeout(180)
public abstract class LockContract
    implements GrantContract,
        ExpiryContract,
        GuardContract,
        WaitingContract,
        NetworkContract,
        ProcessContract,
        FuzzContract {

  private ContractBench bench = ContractBench.NONE;

  /** The lock to test. */
  protected abstract LockUnderTest lock() throws Exception;

  /** How hard the fuzz test tries. */
  protected FuzzSize fuzzSize() {
    return FuzzSize.STANDARD;
  }

  @BeforeEach
  final void openBench() throws Exception {
    bench = ContractBench.of(lock(), fuzzSize());
  }

  @AfterEach
  final void closeBench() {
    bench.close();
  }

  @Override
  public final ContractBench bench() {
    return bench;
  }
}
