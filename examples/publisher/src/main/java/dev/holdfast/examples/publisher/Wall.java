package dev.holdfast.examples.publisher;

import java.util.Map;
import java.util.TreeMap;

/**
 * What hangs in the gallery, and the highest fence that was seen for each item. Nothing is ever
 * forgotten: a fence that is forgotten protects nothing. Thread-safe.
 */
final class Wall {

  private final Map<String, Long> fences = new TreeMap<>();
  private final Map<String, Integer> uploads = new TreeMap<>();
  private int refusals;

  /** False if a higher fence was seen before. */
  synchronized boolean raise(String id, long fence) {
    if (fence < fences.getOrDefault(id, 0L)) {
      refusals++;
      return false;
    }
    fences.put(id, fence);
    return true;
  }

  /** False, and nothing is hung, if a higher fence was seen before. */
  synchronized boolean hang(String id, long fence) {
    if (!raise(id, fence)) {
      return false;
    }
    uploads.merge(id, 1, Integer::sum);
    return true;
  }

  /** How often the item was uploaded. */
  synchronized int uploads(String id) {
    return uploads.getOrDefault(id, 0);
  }

  /** Items, uploads that were one too many, and late ones that were refused. */
  synchronized Map<String, Integer> counts() {
    int all = uploads.values().stream().mapToInt(Integer::intValue).sum();
    return Map.of(
        "items", uploads.size(), "duplicates", all - uploads.size(), "refusals", refusals);
  }
}
