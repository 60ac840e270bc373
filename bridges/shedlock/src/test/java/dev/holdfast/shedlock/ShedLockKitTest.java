package dev.holdfast.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Lease;
import dev.holdfast.testkit.junit.HoldfastTest;
import java.util.Optional;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.test.support.AbstractExtensibleLockProviderIntegrationTest;
import org.junit.jupiter.api.DisplayName;

/**
 * ShedLock's own kit: grants, refusals, timeouts, min-hold, extension, and the fuzz test in which
 * eight threads make unsafe increments under the lock. Whether a lock is held is asked of another
 * Holdfast, which knows what the database says and nothing else.
 */
@HoldfastTest
@DisplayName("L3: ShedLock's kit for extensible lock providers passes")
class ShedLockKitTest extends AbstractExtensibleLockProviderIntegrationTest {

  private final Holdfast holdfast;
  private final DataSource dataSource;

  ShedLockKitTest(Holdfast holdfast, DataSource dataSource) {
    this.holdfast = holdfast;
    this.dataSource = dataSource;
  }

  @Override
  protected ExtensibleLockProvider getLockProvider() {
    return HoldfastLockProvider.on(holdfast);
  }

  @Override
  protected void assertUnlocked(String lockName) {
    Optional<Lease> lease = tryElsewhere(lockName);
    assertThat(lease).as("a lease of %s", lockName).isPresent();
  }

  @Override
  protected void assertLocked(String lockName) {
    assertThat(tryElsewhere(lockName)).as("a lease of %s", lockName).isEmpty();
  }

  private Optional<Lease> tryElsewhere(String lockName) {
    try (Holdfast elsewhere = Holdfast.on(dataSource)) {
      Optional<Lease> lease = elsewhere.leases().tryAcquire(lockName);
      lease.ifPresent(Lease::release);
      return lease;
    }
  }
}
