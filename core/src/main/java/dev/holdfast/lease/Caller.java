package dev.holdfast.lease;

import org.jspecify.annotations.Nullable;

/**
 * Who asks for a lease.
 *
 * @param thread the thread that waits for the answer; null: none does
 * @param owner a name for who is one and the same; null: none was given
 * @param token the secret that was chosen elsewhere, by whoever will renew and release; null: it is
 *     made here, and the lease is kept here
 * @param chosen whether the token may be that of an earlier request, too
 */
record Caller(
    @Nullable Thread thread, @Nullable String owner, @Nullable Token token, boolean chosen) {

  /** Somebody who does not wait on a thread. */
  static final Caller NOBODY = new Caller(null, null, null, false);

  /** The calling thread, which will wait. */
  static Caller here() {
    return new Caller(Thread.currentThread(), null, null, false);
  }

  /** Whether the lease is renewed and released here. */
  boolean keepsHere() {
    return token == null;
  }
}
