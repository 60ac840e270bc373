package dev.holdfast.testkit.lockorder;

import dev.holdfast.policy.graph.LockRecorder;
import dev.holdfast.policy.sql.Catalog;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What is under observation in this JVM. Thread-safe. */
public final class LockOrder {

  private static final System.Logger LOG = System.getLogger(LockOrder.class.getName());

  private static final List<Source> SOURCES = new ArrayList<>();
  private static final Map<String, Schema> GONE = new LinkedHashMap<>();
  private static int users;

  /**
   * Transactions on databases that have the same tables.
   *
   * @param live where such a database can still be reached; null if nowhere
   */
  record Schema(Catalog catalog, LockRecorder recorder, @Nullable DataSource live) {}

  private LockOrder() {}

  /**
   * The data source, recorded while a {@link LockOrderExtension} is on; the same one while none is.
   * Call it in {@code @BeforeAll} or later, around the pool or below it, once.
   */
  public static synchronized DataSource observe(DataSource dataSource) {
    if (users == 0) {
      return dataSource;
    }
    Source source = new Source(dataSource);
    SOURCES.add(source);
    return source.observed();
  }

  /** The database will go away: what was recorded on it is kept, under its schema as it is now. */
  public static synchronized void leave(DataSource observed) {
    for (Source source : List.copyOf(SOURCES)) {
      if (source.observed() == observed) {
        SOURCES.remove(source);
        source.look();
        put(GONE, source, null);
      }
    }
  }

  static synchronized void begin() {
    users++;
  }

  /** Forgets all once nobody is left. */
  static synchronized void end() {
    users--;
    if (users == 0) {
      SOURCES.clear();
      GONE.clear();
    }
  }

  /** One a schema; a data source whose database was never reached has none. */
  static synchronized List<Schema> schemas() {
    Map<String, Schema> schemas = new LinkedHashMap<>();
    GONE.forEach((text, schema) -> schemas.put(text, copy(schema)));
    for (Source source : SOURCES) {
      put(schemas, source, source.look() ? source.plain() : null);
    }
    return List.copyOf(schemas.values());
  }

  private static Schema copy(Schema schema) {
    LockRecorder recorder = new LockRecorder();
    recorder.addAll(schema.recorder());
    return new Schema(schema.catalog(), recorder, schema.live());
  }

  private static void put(
      Map<String, Schema> schemas, Source source, @Nullable DataSource reachable) {
    Catalog catalog = source.catalog();
    if (source.recorder().transactions().isEmpty()) {
      return;
    }
    if (catalog == null) {
      LOG.log(
          Level.WARNING, "no lock order of a database that is gone: call LockOrder.leave before");
      return;
    }
    Schema known = schemas.get(catalog.toText());
    LockRecorder recorder = known == null ? new LockRecorder() : known.recorder();
    recorder.addAll(source.recorder());
    DataSource live = Optional.ofNullable(reachable).orElse(known == null ? null : known.live());
    schemas.put(catalog.toText(), new Schema(catalog, recorder, live));
  }

  /** Looks at databases while they are there: a test may drop its own. */
  static synchronized void look() {
    SOURCES.forEach(
        source -> {
          if (source.catalog() == null) {
            source.look();
          }
        });
  }
}
