package dev.holdfast.torture.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PairTest {

  @Test
  @DisplayName(
      "what was committed survives a failover, the epoch rises, the old primary comes back")
  void failsOverAndBack() {
    assumeTrue(Pair.available(), "needs PostgreSQL 15 with pg_rewind on this machine");
    try (Servers servers = Servers.pair(true)) {
      Pair pair = servers.pair();
      assertThat(pair).isNotNull();
      int before = pair.epoch();
      servers.current().sql("postgres", "create table kept as select 7 as n");
      pair.failOver();
      assertThat(servers.current().ask("select n from kept")).isEqualTo("7");
      assertThat(pair.epoch()).isGreaterThan(before);
      pair.rejoin();
      assertThat(servers.current().ask("select count(*) from pg_stat_replication")).isEqualTo("1");
    }
  }
}
