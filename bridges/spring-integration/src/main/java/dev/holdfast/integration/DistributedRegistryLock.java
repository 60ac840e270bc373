package dev.holdfast.integration;

import dev.holdfast.lock.HoldfastLock;
import org.springframework.integration.support.locks.DistributedLock;

/** The same under the interface that only Spring Integration 7 has. */
final class DistributedRegistryLock extends RegistryLock implements DistributedLock {

  DistributedRegistryLock(HoldfastLock lock) {
    super(lock);
  }
}
