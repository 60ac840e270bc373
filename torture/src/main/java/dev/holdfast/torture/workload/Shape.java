package dev.holdfast.torture.workload;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the processes do, all of them alike.
 *
 * @param seed of all that is left to chance
 * @param ttl of the leases
 * @param activities what to do
 * @param epochs whether servers take over from each other, so that the epoch counts
 * @param pooler whether a pooler in transaction mode stands before the server
 * @param slip what they get wrong
 */
public record Shape(
    long seed, Duration ttl, Set<Activity> activities, boolean epochs, boolean pooler, Slip slip) {

  /** What a process can do; each has threads of its own. */
  public enum Activity {
    LEASES,
    VERSIONS,
    ROWS,
    CLAIMS,
    OUTBOX
  }

  public Shape {
    if (ttl.toMillis() < 500) {
      throw new IllegalArgumentException("a ttl under half a second tests the machine, not us");
    }
    activities = Set.copyOf(activities);
  }

  boolean does(Activity activity) {
    return activities.contains(activity);
  }

  String text() {
    String names =
        new TreeSet<>(activities).stream().map(Enum::name).collect(Collectors.joining(","));
    return "%d:%d:%s:%b:%b:%s".formatted(seed, ttl.toMillis(), names, epochs, pooler, slip);
  }

  static Shape parse(String text) {
    String[] part = text.split(":", -1);
    return new Shape(
        Long.parseLong(part[0]),
        Duration.ofMillis(Long.parseLong(part[1])),
        activities(part[2]),
        Boolean.parseBoolean(part[3]),
        Boolean.parseBoolean(part[4]),
        Slip.valueOf(part[5]));
  }

  /** From a list such as {@code leases,claims}. */
  public static Set<Activity> activities(String list) {
    Set<Activity> all = new TreeSet<>();
    for (String name : list.split(",", -1)) {
      all.add(Activity.valueOf(name.strip().toUpperCase(Locale.ROOT)));
    }
    return all;
  }
}
