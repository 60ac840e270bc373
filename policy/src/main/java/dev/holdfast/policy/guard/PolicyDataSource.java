package dev.holdfast.policy.guard;

import dev.holdfast.policy.Policy;
import dev.holdfast.policy.jdbc.ObservedDataSource;
import javax.sql.DataSource;

/**
 * Puts the guard around a data source:
 *
 * <pre>{@code
 * DataSource guarded = PolicyDataSource.wrap(pool, policy, GuardMode.THROW);
 * }</pre>
 *
 * Around the pool or below it, under Spring's proxies; not around a source for XA.
 */
public final class PolicyDataSource {

  private PolicyDataSource() {}

  /** With the default settings. */
  public static DataSource wrap(DataSource dataSource, Policy policy, GuardMode mode) {
    return wrap(dataSource, policy, GuardSettings.defaults().withMode(mode));
  }

  /** With OFF, the same data source comes back, and costs what it always did. */
  public static DataSource wrap(DataSource dataSource, Policy policy, GuardSettings settings) {
    return settings.mode() == GuardMode.OFF
        ? dataSource
        : ObservedDataSource.of(dataSource, new Guard(policy, settings));
  }
}
