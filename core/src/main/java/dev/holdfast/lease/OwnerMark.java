package dev.holdfast.lease;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The owner of a lease that a client elsewhere holds stands in the lease's own row: no process
 * keeps such leases, and the owner may wait for its next one through another process. A digest, for
 * it is compared and never read.
 */
final class OwnerMark {

  /** As the SQL of the wait reports knows it. */
  static final String ATTRIBUTE = "holdfast.owner";

  private static final int HEX_DIGITS = 24;

  private OwnerMark() {}

  static String of(String owner) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(owner.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HEX_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static Map<String, String> with(Map<String, String> attributes, String owner) {
    Map<String, String> marked = new HashMap<>(attributes);
    marked.put(ATTRIBUTE, of(owner));
    return marked;
  }
}
