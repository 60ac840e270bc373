package dev.holdfast.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WireCounterTest {

  @Test
  @DisplayName("statements that the driver sends together are one round trip")
  void countsTrips() throws Exception {
    try (TestDatabase database = PostgresServer.shared().createDatabase();
        WireCounter counter = new WireCounter(database.dataSource());
        Connection connection = counter.through(database.dataSource()).getConnection()) {
      long trips = counter.roundTrips();
      long statements = counter.statements();

      try (PreparedStatement one = connection.prepareStatement("select ?::int")) {
        one.setInt(1, 1);
        one.execute();
      }
      assertThat(counter.roundTrips() - trips).isEqualTo(1);
      assertThat(counter.statements() - statements).isEqualTo(1);

      try (Statement two = connection.createStatement()) {
        two.execute("select 1; select 2");
      }
      assertThat(counter.roundTrips() - trips).isEqualTo(2);
      assertThat(counter.statements() - statements).isEqualTo(3);

      connection.setAutoCommit(false);
      try (PreparedStatement begins = connection.prepareStatement("select 1")) {
        begins.execute();
      }
      assertThat(counter.roundTrips() - trips).as("the BEGIN rides along").isEqualTo(3);
      connection.rollback();
      assertThat(counter.roundTrips() - trips).isEqualTo(4);
    }
  }
}
