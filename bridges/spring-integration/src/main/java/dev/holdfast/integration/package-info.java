/**
 * Spring Integration's lock registry on leases, for its components, for {@code
 * LockRegistryLeaderInitiator} and for code that asks the registry: one bean changes.
 *
 * <p>Spring Integration 7 gave its registries a type parameter and the interface {@code
 * DistributedLock}; 6.5 has neither. So there are two classes in one jar over the same locks:
 * {@link dev.holdfast.integration.HoldfastLockRegistry} for 7, {@link
 * dev.holdfast.integration.HoldfastLockRegistry6} for 6.5, which also runs on 7. Neither loads what
 * the other needs.
 *
 * <p>A key is the lock's name after the registry's prefix; keys that can't be a name, by their
 * length or their characters, are named by their digest. The locks are those of {@code
 * dev.holdfast.lock}, with one difference: a lost lock is told by {@link
 * java.util.ConcurrentModificationException}, as users of JdbcLockRegistry expect. Leases renew
 * themselves, so no task scheduler is needed for that. Nothing is cached a key, so nothing expires.
 */
@NullMarked
package dev.holdfast.integration;

import org.jspecify.annotations.NullMarked;
