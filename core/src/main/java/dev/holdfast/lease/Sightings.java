package dev.holdfast.lease;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What others were seen to have, and until when they may have it. Asked for again before that it is
 * most likely refused again, so the database is asked to look before it tries. A guess that costs a
 * look where it is wrong; so only the last few are remembered. Only who has the state touches it.
 */
final class Sightings {

  private static final int MOST = 256;

  private final Map<String, Long> ends =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST;
        }
      };

  void saw(String resource, Duration left, long now) {
    ends.remove(resource); // the eldest is who was seen longest ago
    if (!left.isZero()) {
      ends.put(resource, now + left.toNanos());
    }
  }

  void forget(String resource) {
    ends.remove(resource);
  }

  boolean has(String resource, long now) {
    Long end = ends.get(resource);
    return end != null && end - now > 0;
  }
}
