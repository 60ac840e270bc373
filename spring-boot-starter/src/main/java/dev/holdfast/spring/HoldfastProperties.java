package dev.holdfast.spring;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.HoldfastSettings.SchemaMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of Holdfast itself.
 *
 * @param dataSource Name of the DataSource bean to use. By default the only or the primary one.
 * @param holder Who holds the leases of this process, for people. By default host and process id.
 * @param schema What to do about the database schema 'holdfast' at the start.
 * @param patience How long a request that needs the database waits for its answer.
 * @param maxPending How many lease acquisitions may be under way, waiting ones included.
 */
@ConfigurationProperties("holdfast")
public record HoldfastProperties(
    @Nullable String dataSource,
    @Nullable String holder,
    @DefaultValue("apply") SchemaChoice schema,
    @DefaultValue("10s") Duration patience,
    @DefaultValue("50000") int maxPending) {

  /** What to do about the database schema at the start. */
  public enum SchemaChoice {
    /** Create or update it if need be. */
    APPLY,
    /** Fail if it is missing or old, saying what to run. */
    VALIDATE,
    /** Nothing: the database is first looked at when something is used. */
    NONE
  }

  HoldfastSettings settings() {
    HoldfastSettings settings =
        HoldfastSettings.defaults()
            .withPatience(patience)
            .withMaxPending(maxPending)
            .withSchemaMode(schema == SchemaChoice.APPLY ? SchemaMode.APPLY : SchemaMode.VALIDATE);
    return holder == null ? settings : settings.withHolder(holder);
  }
}
