package dev.holdfast.claim;

import dev.holdfast.lease.Lease;
import java.util.UUID;

/**
 * One life of this process as a worker: an id, used once, and the lease that keeps it. Lock ids
 * begin with the id: the first 60 free bits of a version 8 UUID are the worker's, the last 62 are
 * the attempt's.
 */
record Worker(String id, Lease lease) {

  private static final int ID_LENGTH = 18;
  private static final long VERSION_BITS = 0xF000L;
  private static final long VERSION_8 = 0x8000L;

  static String newId() {
    UUID random = UUID.randomUUID();
    long high = (random.getMostSignificantBits() & ~VERSION_BITS) | VERSION_8;
    return new UUID(high, 0).toString().substring(0, ID_LENGTH);
  }

  static String resource(String id) {
    return "worker/" + id;
  }

  /** A fresh one: no other attempt of any worker has it. */
  UUID newLockId() {
    return UUID.fromString(id + UUID.randomUUID().toString().substring(ID_LENGTH));
  }

  boolean lives() {
    return lease.isHeld();
  }
}
