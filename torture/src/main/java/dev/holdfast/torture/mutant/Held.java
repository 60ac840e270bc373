package dev.holdfast.torture.mutant;

import dev.holdfast.torture.history.Facts;
import java.util.UUID;

/**
 * A lease as the client knows it.
 *
 * @param deadline until when it believes in it; a renewal since then does not count
 * @param isPromised whether it may hand it over by itself, under the fences that follow
 */
record Held(String resource, UUID token, long fence, long deadline, boolean isPromised) {

  Facts facts() {
    return facts(token);
  }

  /** As somebody would name it who has another token. */
  Facts facts(UUID other) {
    return Facts.of(shortId(other), fence);
  }

  /** The lease that follows it, before the database knows: it ends no later. */
  Held next() {
    return new Held(resource, UUID.randomUUID(), fence + 1, deadline, true);
  }

  Held promisedUntil(long newDeadline) {
    return new Held(resource, token, fence, newDeadline, true);
  }

  Held as(UUID other) {
    return new Held(resource, other, fence, deadline, isPromised);
  }

  static String shortId(UUID token) {
    return token.toString().substring(0, 8);
  }
}
