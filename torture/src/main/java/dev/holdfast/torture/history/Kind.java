package dev.holdfast.torture.history;

/**
 * What was done. Each says which facts its entries carry; "value of the INVOKE" counts for an
 * operation that never completed, too.
 */
public enum Kind {
  /**
   * A lease is asked for. INVOKE: value = ttl in milliseconds, the token if it is known. OK: token,
   * fence, database time of the grant, local deadline. FAIL: refused, the fence of who has it if it
   * was told. The note of OK is "renews itself" where the library renews it unasked, and "handed
   * over" (after the former, where both are so) where the holder's process gave it, before the
   * server knew: it ends by the deadline.
   */
  ACQUIRE,
  /**
   * Token, fence and value (the new ttl in milliseconds) of INVOKE; OK: the new local deadline, and
   * the note "seen" where the library renewed it some time before. FAIL: the note begins with
   * "lost" or "busy" where the server said so.
   */
  RENEW,
  /**
   * Token and fence; OK: this call, or an earlier attempt of it, freed the lease. FAIL: it was lost
   * before.
   */
  RELEASE,
  /** One entry, OK: the holder was told, or saw its deadline pass. From here it claims nothing. */
  LOST,
  /**
   * A guarded write in the holder's transaction: fence, and value = the number that is written,
   * never 0 and unique for the resource.
   */
  WRITE,
  /** The same to an outside resource that refuses lower fences than it has seen. */
  OUTSIDE,
  /**
   * A WRITE or OUTSIDE that is in the final state, one entry each, OK, in the order of the writes:
   * value, fence. The note is "OUTSIDE" for the outside resource. If nothing is there: value 0.
   */
  READ_END,
  /** A write from a version. OK: value = the version that it made; FAIL: stale. */
  VERSION_UPDATE,
  /** A transition under a row lock. OK: value = the number that it made. */
  ROW_UPDATE,
  /** A row was claimed: value = the row, fence = the worker's. */
  CLAIM,
  /** A claimed row was completed: value = the row, fence = the worker's. */
  COMPLETE,
  /** A transaction with an event: value = the event. FAIL: rolled back. */
  PUBLISH,
  /** An event was delivered: value = the event. */
  HANDLE,
  /** INVOKE: a fault begins; OK: it is healed. The resource is "*", the note names the fault. */
  FAULT,
  /**
   * The machine's clock was set. INVOKE: the last look before it, OK: the first one after it; value
   * = by how many milliseconds. The resource is "*".
   */
  JUMP,
  /** Something of the schema or of the whole run, for people. */
  SCHEMA
}
