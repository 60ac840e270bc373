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

  private Token(UUID value) {
    this.value = value;
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
