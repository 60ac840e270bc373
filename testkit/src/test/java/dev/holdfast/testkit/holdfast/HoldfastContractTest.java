package dev.holdfast.testkit.holdfast;

import dev.holdfast.testkit.contract.FuzzSize;
import org.junit.jupiter.api.DisplayName;

@DisplayName("Holdfast's leases keep the lock contract")
final class HoldfastContractTest extends HoldfastContract {
  @Override
  protected FuzzSize fuzzSize() {
    return FuzzSize.STANDARD;
  }
}
