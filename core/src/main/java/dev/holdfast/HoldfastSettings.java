package dev.holdfast;

import dev.holdfast.internal.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of a {@link Holdfast}. Defaults: holder = host and pid, patience 10 s, at most 50,000
 * requests under way, schema applied if missing, no listener.
 *
 * @param holder who holds the leases of this process, for people (1 to 255 characters)
 * @param patience how long a request that needs the database waits for its answer
 * @param maxPending how many acquisitions may be under way, waiting ones included
 * @param schemaMode what to do about a missing or old schema at the start
 * @param listeners who hears of events
 */
public record HoldfastSettings(
    String holder,
    Duration patience,
    int maxPending,
    SchemaMode schemaMode,
    List<HoldfastListener> listeners) {

  /** What to do about the schema at the start. */
  public enum SchemaMode {
    /** Create or update it if need be (the role must be allowed to). */
    APPLY,
    /** Fail if it is not current, saying what to run. */
    VALIDATE
  }

  public HoldfastSettings {
    InvalidRequestException.throwIf(Names.complaintOnHolder(holder));
    if (patience.toMillis() < 100 || patience.compareTo(Duration.ofHours(1)) > 0) {
      throw new InvalidRequestException(
          "patience must be between 100 ms and 1 hour, not " + patience);
    }
    if (maxPending < 1) {
      throw new InvalidRequestException("maxPending must be at least 1, not " + maxPending);
    }
    listeners = List.copyOf(listeners);
  }

  public static HoldfastSettings defaults() {
    return new HoldfastSettings(
        Names.defaultHolder(), Duration.ofSeconds(10), 50_000, SchemaMode.APPLY, List.of());
  }

  /** The defaults, with what properties or the environment say. */
  public static HoldfastSettings from(Configuration configuration) {
    HoldfastSettings defaults = defaults();
    return new HoldfastSettings(
        configuration.text("holder").orElse(defaults.holder),
        configuration.duration("patience").orElse(defaults.patience),
        configuration.integer("max_pending").orElse(defaults.maxPending),
        configuration.choice("schema_mode", SchemaMode.class).orElse(defaults.schemaMode),
        defaults.listeners);
  }

  public HoldfastSettings withHolder(String newHolder) {
    return new HoldfastSettings(newHolder, patience, maxPending, schemaMode, listeners);
  }

  public HoldfastSettings withPatience(Duration newPatience) {
    return new HoldfastSettings(holder, newPatience, maxPending, schemaMode, listeners);
  }

  public HoldfastSettings withMaxPending(int newMaxPending) {
    return new HoldfastSettings(holder, patience, newMaxPending, schemaMode, listeners);
  }

  public HoldfastSettings withSchemaMode(SchemaMode newSchemaMode) {
    return new HoldfastSettings(holder, patience, maxPending, newSchemaMode, listeners);
  }

  /** One more listener. */
  public HoldfastSettings withListener(HoldfastListener listener) {
    List<HoldfastListener> more = new ArrayList<>(listeners);
    more.add(listener);
    return new HoldfastSettings(holder, patience, maxPending, schemaMode, more);
  }
}
