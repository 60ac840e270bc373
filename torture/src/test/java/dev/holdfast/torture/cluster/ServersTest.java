package dev.holdfast.torture.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ServersTest {

  @Test
  @DisplayName("the clock of one server goes where it is sent, while it runs")
  void movesTheClock() {
    assumeTrue(FakeClock.library().isPresent(), "needs libfaketime");
    try (Servers servers = Servers.withFakeClock()) {
      FakeClock clock = Objects.requireNonNull(servers.clock());
      assertThat(hoursOff(servers)).isZero();
      clock.set("-3h");
      assertThat(hoursOff(servers)).isEqualTo(-3);
      clock.set("+0");
      assertThat(hoursOff(servers)).isZero();
    }
  }

  private static long hoursOff(Servers servers) {
    String server = servers.primary().ask("select extract(epoch from clock_timestamp())");
    return Math.round((Double.parseDouble(server) - System.currentTimeMillis() / 1000.0) / 3600);
  }

  @Test
  @DisplayName("a full disk refuses what is written, and takes it again once there is room")
  void fillsTheDisk() {
    assumeTrue(SmallDisk.available(), "needs root, for mount");
    try (Servers servers = Servers.onSmallDisks()) {
      Instance server = servers.primary();
      server.sql("postgres", "create table big (t text)");
      SmallDisk disk = Objects.requireNonNull(servers.dataDisk());
      disk.fill();
      assertThatThrownBy(() -> server.sql("postgres", insert())).hasMessageContaining("No space");
      disk.empty();
      server.sql("postgres", insert());
    }
  }

  private static String insert() {
    return "insert into big select repeat('x', 1000) from generate_series(1, 2000)";
  }

  @Test
  @DisplayName("a killed server starts again on its port; a frozen one goes on")
  void killsAndPauses() {
    try (Servers servers = Servers.plain()) {
      Instance server = servers.primary();
      long mark = server.layout().logEnd();
      server.sql("postgres", "create table kept as select 7 as n");
      server.kill();
      assertThat(server.isRunning()).isFalse();
      server.start();
      assertThat(server.isSilent()).isFalse();
      server.pause();
      assertThat(server.isSilent()).isTrue();
      server.resume();
      assertThat(server.ask("select n from kept")).isEqualTo("7");
      assertThat(server.layout().logged(mark, "ready to accept connections")).isEqualTo(1);
      assertThat(server.layout().logged(server.layout().logEnd(), "ready")).isZero();
      server.stop("QUIT");
      server.start();
      assertThat(server.ask("select n from kept")).isEqualTo("7");
    }
  }
}
