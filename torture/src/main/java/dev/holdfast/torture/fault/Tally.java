package dev.holdfast.torture.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How often each fault hit, and how often it was played and did not. */
public final class Tally {
  private final Map<Integer, Integer> hits = new TreeMap<>();
  private final Map<Integer, Integer> missed = new TreeMap<>();
  private final Map<Integer, String> lastMiss = new TreeMap<>();

  void count(int number, Evidence evidence) {
    if (evidence.isHit()) {
      hits.merge(number, 1, Integer::sum);
    } else {
      missed.merge(number, 1, Integer::sum);
      lastMiss.put(number, evidence.toString());
    }
  }

  /** Another stage's. */
  public void add(Tally other) {
    other.hits.forEach((number, times) -> hits.merge(number, times, Integer::sum));
    other.missed.forEach((number, times) -> missed.merge(number, times, Integer::sum));
    lastMiss.putAll(other.lastMiss);
  }

  public Map<Integer, Integer> hits() {
    return Collections.unmodifiableMap(hits);
  }

  public Map<Integer, Integer> missed() {
    return Collections.unmodifiableMap(missed);
  }

  /** Whether it was played and never hit. */
  boolean hasOnlyMissed(int number) {
    return missed.containsKey(number) && !hits.containsKey(number);
  }

  /** A sentence for each fault that was played and never hit: nothing was tested by it. */
  List<String> complaints() {
    List<String> all = new ArrayList<>();
    missed.forEach(
        (number, times) -> {
          if (hasOnlyMissed(number)) {
            String last = lastMiss.getOrDefault(number, "");
            all.add("%d was played and never hit, %d times: %s".formatted(number, times, last));
          }
        });
    return all;
  }
}
