package dev.holdfast.torture.cluster;

import dev.holdfast.embedded.PostgresBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server that is to be tortured, started and ready, and what can be done to it besides.
 *
 * @param clock null: the machine's
 * @param dataDisk null: as large as the machine's, as walDisk
 */
public record Servers(
    Instance primary,
    @Nullable FakeClock clock,
    @Nullable SmallDisk dataDisk,
    @Nullable SmallDisk walDisk,
    @Nullable Pair pair)
    implements AutoCloseable {

  private static final int DATA_MEGABYTES = 160;
  private static final int WAL_MEGABYTES = 64;

  // After kill -9 the kernel still has what was written: fsync guards against more than we do here.
  private static Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("fsync", "off");
    settings.put("max_connections", "100");
    settings.put("shared_buffers", "32MB");
    settings.put("restart_after_crash", "on");
    return settings;
  }

  /** One server. */
  public static Servers plain() {
    Layout layout = Layout.fresh(PostgresBinaries.find(PostgresBinaries.DEFAULT_MAJOR));
    layout.init();
    layout.configure(settings());
    return single(new Instance(layout, Map.of()), null);
  }

  /** One server whose clock can be set. */
  public static Servers withFakeClock() {
    Layout layout = Layout.fresh(PostgresBinaries.find(PostgresBinaries.DEFAULT_MAJOR));
    layout.init();
    layout.configure(settings());
    FakeClock clock = new FakeClock(layout.home().resolve("faketime"));
    return single(new Instance(layout, clock.environment()), clock);
  }

  private static Servers single(Instance instance, @Nullable FakeClock clock) {
    instance.start();
    return new Servers(instance, clock, null, null, null);
  }

  /** One server with its data on a small disk and its WAL on another. */
  public static Servers onSmallDisks() {
    Layout layout = Layout.fresh(PostgresBinaries.find(PostgresBinaries.DEFAULT_MAJOR));
    SmallDisk data = SmallDisk.mount(layout.home(), DATA_MEGABYTES);
    try {
      Path wal = Files.createDirectory(layout.home().resolve("waldisk"));
      SmallDisk walDisk = SmallDisk.mount(wal, WAL_MEGABYTES);
      layout.init("--waldir=" + wal.resolve("wal"), "--wal-segsize=1");
      Map<String, String> settings = settings();
      settings.put("min_wal_size", "2MB");
      settings.put("max_wal_size", "16MB");
      layout.configure(settings);
      Instance instance = new Instance(layout, Map.of());
      instance.start();
      return new Servers(instance, null, data, walDisk, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A primary and a standby. */
  public static Servers pair(boolean synchronous) {
    Pair pair = Pair.create(settings(), synchronous);
    return new Servers(pair.primary(), null, null, null, pair);
  }

  /** Whoever is the primary now. */
  public Instance current() {
    return pair == null ? primary : pair.primary();
  }

  @Override
  public void close() {
    if (pair != null) {
      pair.close();
      return;
    }
    if (walDisk != null && dataDisk != null) {
      if (primary.isRunning()) {
        primary.resume();
        primary.kill();
      }
      walDisk.close();
      dataDisk.close();
    }
    primary.close();
  }
}
