package dev.holdfast.server.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Refusals that are not written yet: a bounded queue in which one can be looked up. */
final class PendingRefusals {
  private static final int CAPACITY = 10_000;

  private record Entry(UUID id, long nanoTime, Refusal.Asked asked) {}

  private final Map<UUID, Entry> entries = new LinkedHashMap<>();

  /** False: there is no room. */
  synchronized boolean add(UUID id, Refusal.Asked asked) {
    if (entries.size() >= CAPACITY) {
      return false;
    }
    entries.put(id, new Entry(id, System.nanoTime(), asked));
    return true;
  }

  synchronized int size() {
    return entries.size();
  }

  synchronized Optional<Refusal> find(UUID id) {
    Entry entry = entries.get(id);
    return entry == null
        ? Optional.empty()
        : Optional.of(
            new Refusal(id, Instant.now().minusMillis(age(entry)), entry.asked(), List.of(), true));
  }

  /** The oldest ones; they stay until they are done with. */
  synchronized Batch next(int max) {
    return new Batch(entries.values().stream().limit(max).toList());
  }

  synchronized void done(Batch batch) {
    batch.entries.forEach(entry -> entries.remove(entry.id()));
  }

  private static long age(Entry entry) {
    return Duration.ofNanos(System.nanoTime() - entry.nanoTime()).toMillis();
  }

  /** Some of them, as the columns that the database takes. */
  static final class Batch {
    private final List<Entry> entries;

    private Batch(List<Entry> entries) {
      this.entries = entries;
    }

    boolean isEmpty() {
      return entries.isEmpty();
    }

    int size() {
      return entries.size();
    }

    Object[] columns() {
      return new Object[] {
        column("uuid", Entry::id),
        column("bigint", PendingRefusals::age),
        column("text", entry -> entry.asked().resource()),
        column("text", entry -> entry.asked().code()),
        column("text", entry -> entry.asked().holder()),
        column("text", held(Refusal.HeldBy::holder)),
        column("bigint", held(Refusal.HeldBy::fence)),
        column("timestamptz", held(Refusal.HeldBy::since)),
        column("timestamptz", held(Refusal.HeldBy::until)),
        column("bigint", entry -> entry.asked().waited().toMillis())
      };
    }

    private Reads.Column column(String type, Function<Entry, @Nullable Object> value) {
      List<@Nullable Object> values = new ArrayList<>(entries.size());
      entries.forEach(entry -> values.add(value.apply(entry)));
      return new Reads.Column(type, values);
    }

    private static Function<Entry, @Nullable Object> held(
        Function<Refusal.HeldBy, @Nullable Object> value) {
      return entry -> {
        Refusal.HeldBy by = entry.asked().heldBy();
        return by == null ? null : value.apply(by);
      };
    }
  }
}
