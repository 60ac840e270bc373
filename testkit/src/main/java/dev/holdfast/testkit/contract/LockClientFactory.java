package dev.holdfast.testkit.contract;

import java.util.Set;

/**
 * Makes clients of the lock under test. Needs a public constructor without parameters, as it is
 * also made in other JVMs, by its class name.
 */
public interface LockClientFactory {

  /** Opens a client from a configuration that says everything: addresses, names, credentials. */
  LockClient open(String config) throws Exception;

  /** What this lock claims to do. */
  Set<Capability> capabilities();
}
