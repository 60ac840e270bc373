package dev.holdfast.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** The secret of an access token. It prints as stars. */
public final class Secret {
  private static final int LEAST = 16;
  private static final int MOST = 512;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String text;
  private final byte[] hash;

  private Secret(String text) {
    this.text = text;
    this.hash = sha256(text);
  }

  /** 256 random bits. */
  public static Secret random() {
    byte[] bits = new byte[32];
    RANDOM.nextBytes(bits);
    return new Secret("hf_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
  }

  /**
   * One that somebody chose.
   *
   * @throws IllegalArgumentException if it is too short to be one, or could not travel in a header
   */
  public static Secret of(String text) {
    boolean printable = text.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    if (text.length() < LEAST || text.length() > MOST || !printable) {
      throw new IllegalArgumentException(
          "an access token has %d to %d characters, without spaces or accents; `openssl rand"
                  .formatted(LEAST, MOST)
              + " -base64 32` makes a good one");
    }
    return new Secret(text);
  }

  /** The secret itself: for its owner, once. */
  public String reveal() {
    return text;
  }

  byte[] hash() {
    return hash.clone();
  }

  static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "***";
  }
}
