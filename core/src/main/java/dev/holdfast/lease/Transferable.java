package dev.holdfast.lease;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which leases of one bucket may go from one caller here to the next without the database: the
 * newest of its resource that this process knows, as long as nothing was heard against it. What is
 * forgotten because there are too many goes through the database. Only who has the state touches
 * it.
 */
final class Transferable {

  private static final int MOST = 4_096;

  private final Map<String, Long> fences = new Recent<>();

  /**
   * Resources of which a record once found the row locked: they are guarded by transactions that
   * this library does not see, and what it hands over would wait for those.
   */
  private final Map<String, Boolean> guarded = new Recent<>();

  private static final class Recent<V> extends LinkedHashMap<String, V> {

    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
      return size() > MOST;
    }
  }

  /** The lease with this fence may, until something else is heard. */
  void may(String resource, long fence) {
    fences.put(resource, fence);
  }

  /** Nothing of that resource may: it is with the database, or somebody else has it. */
  void mayNot(String resource) {
    fences.remove(resource);
  }

  /** It is said to be gone; a newer one may. */
  void isGone(String resource, long fence) {
    fences.remove(resource, fence);
  }

  boolean has(Lease lease) {
    return Long.valueOf(lease.fence()).equals(fences.get(lease.resource()));
  }

  void isGuarded(String resource) {
    guarded.put(resource, true);
    mayNot(resource);
  }

  /** Whether it may be promised to be handed over. */
  boolean isPromising(String resource) {
    return !guarded.containsKey(resource);
  }
}
