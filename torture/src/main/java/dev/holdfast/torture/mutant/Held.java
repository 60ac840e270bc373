package dev.holdfast.torture.mutant;

import dev.holdfast.torture.history.Facts;
import java.util.UUID;

/** A lease as the client knows it. */
record Held(String resource, UUID token, long fence) {

  Facts facts() {
    return facts(token);
  }

  /** As somebody would name it who has another token. */
  Facts facts(UUID other) {
    return Facts.of(shortId(other), fence);
  }

  static String shortId(UUID token) {
    return token.toString().substring(0, 8);
  }
}
