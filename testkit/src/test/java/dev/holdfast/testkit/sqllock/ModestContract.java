package dev.holdfast.testkit.sqllock;

import dev.holdfast.testkit.contract.Capability;
import dev.holdfast.testkit.contract.LockClient;
import dev.holdfast.testkit.contract.LockClientFactory;
import dev.holdfast.testkit.contract.LockUnderTest;
import java.util.Set;

/** The contract of a lock that claims nothing but exclusivity, and has no network to break. */
class ModestContract extends BrokenContract {

  /** Makes locks that could do more than they claim. */
  static final class Factory implements LockClientFactory {
    @Override
    public LockClient open(String config) {
      return new SqlLock.Factory().open(config);
    }

    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }
  }

  @Override
  protected LockUnderTest lock() {
    return LockUnderTest.of(Factory.class, super.lock().config());
  }
}
