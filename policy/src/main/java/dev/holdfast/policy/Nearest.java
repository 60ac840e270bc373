package dev.holdfast.policy;

import java.util.Collection;
import java.util.Comparator;

/** What somebody may have meant. */
public final class Nearest {
  private static final int LONGEST = 64;

  private Nearest() {}

  /** " Did you mean …?", or nothing where no word is near. */
  public static String hint(String word, Collection<String> known) {
    if (word.length() > LONGEST) {
      return "";
    }
    int limit = Math.max(1, word.length() / 3);
    return known.stream()
        .filter(candidate -> distance(word, candidate) <= limit)
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .map(near -> " Did you mean " + near + "?")
        .orElse("");
  }

  /** How many letters must be changed, added or taken away. */
  static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
