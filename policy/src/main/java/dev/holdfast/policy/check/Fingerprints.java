package dev.holdfast.policy.check;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Names for findings that stay when lines move: of the rule, the file, the method, the table and
 * the statement. The second of two that are alike in all of these is told apart by its number.
 */
final class Fingerprints {
  private static final int BYTES = 12;

  private Fingerprints() {}

  static List<String> of(List<Finding> findings) {
    Map<String, Integer> seen = new HashMap<>();
    List<String> fingerprints = new ArrayList<>();
    for (Finding finding : findings) {
      String words =
          String.join(
              "\n",
              finding.rule(),
              finding.place().file(),
              finding.context().owner(),
              finding.context().table(),
              finding.context().sql());
      int number = seen.merge(words, 1, Integer::sum);
      fingerprints.add(hash(words + "\n" + number));
    }
    return fingerprints;
  }

  private static String hash(String words) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] bytes = digest.digest(words.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(bytes, 0, BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
