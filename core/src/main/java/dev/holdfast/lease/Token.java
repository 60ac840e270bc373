package dev.holdfast.lease;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The secret of one acquisition: who has it may renew and release. 122 random bits; the database
 * keeps its SHA-256 only. Nothing prints it.
 */
final class Token {

  private final UUID value;
  private final byte[] hash;

  /** Hashes at once: by the thread that asks, which is not the one that everybody waits for. */
  private Token(UUID value) {
    this.value = value;
    this.hash = hashOf(value);
  }

  static Token random() {
    return new Token(UUID.randomUUID());
  }

  /** One that was made elsewhere. */
  static Token of(UUID value) {
    return new Token(value);
  }

  UUID value() {
    return value;
  }

  byte[] hash() {
    return hash;
  }

  private static byte[] hashOf(UUID value) {
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(value.getMostSignificantBits())
            .putLong(value.getLeastSignificantBits())
            .array();
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "(secret)";
  }
}
