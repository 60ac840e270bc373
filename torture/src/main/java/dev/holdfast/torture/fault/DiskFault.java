package dev.holdfast.torture.fault;

import dev.holdfast.torture.cluster.Instance;
import dev.holdfast.torture.cluster.SmallDisk;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** 19: the disk of the data, or that of the WAL, is full. */
final class DiskFault extends Numbered {
  private static final int TRIES = 8;
  private static final String DISK_FULL = "53100";

  /** A new file, which goes with its connection. */
  private static final String DATA =
      "create temp table ballast as select repeat('x', 1000) from generate_series(1, 20000)";

  /** Four segments of WAL and nothing else; recycled ones are used up first. */
  private static final String WAL =
      """
      select count(pg_logical_emit_message(false, 'ballast', repeat('x', 1000000)))
      from generate_series(1, 4)
      """;

  DiskFault() {
    super(19, "disk full: data or WAL", Stage.DISK, 2);
  }

  @Override
  public void inject(Scene scene) {
    boolean wal = scene.chance().nextBoolean();
    long mark = scene.server().layout().logEnd();
    disk(wal ? scene.servers().walDisk() : scene.servers().dataDisk()).fill();
    boolean refused = false;
    for (int i = 0; i < TRIES && !refused; i++) {
      refused = isRefused(scene.server(), wal ? WAL : DATA, mark);
    }
    scene.hit(refused ? 1 : 0, wal ? "server without room for WAL" : "write without room");
  }

  /** By the error, or, as the server goes down for want of WAL, by its log on the other disk. */
  private static boolean isRefused(Instance server, String sql, long mark) {
    try (Connection connection = server.source("postgres").getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
      return false;
    } catch (SQLException e) {
      return DISK_FULL.equals(e.getSQLState())
          || server.layout().logged(mark, "No space left on device") > 0;
    }
  }

  @Override
  public void heal(Scene scene) {
    disk(scene.servers().dataDisk()).empty();
    disk(scene.servers().walDisk()).empty();
    ServerFaults.up(scene.server());
  }

  private static SmallDisk disk(@Nullable SmallDisk disk) {
    return Objects.requireNonNull(disk, "this stage has small disks");
  }
}
