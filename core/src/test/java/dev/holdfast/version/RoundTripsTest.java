package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HoldfastException;
import dev.holdfast.support.CountingSocketFactory;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Counted at the socket: how often the driver turned from writing to reading. */
class RoundTripsTest extends Applications {

  private VersionedTable counted;

  @BeforeEach
  void count() throws SQLException {
    PGSimpleDataSource source = lab.database().dataSource();
    source.setSocketFactory(CountingSocketFactory.class.getName());
    Connection connection = lab.closing(source.getConnection());
    Sql.run(connection, "select 1");
    counted = applications.in(connection); // with autocommit, as a pool would give it
  }

  @Test
  @DisplayName("V1: an update, a delete, an insert is one round trip, prepared or not")
  void single() {
    for (int version = 7; version < 20; version++) {
      int expected = version;
      assertThat(trips(() -> counted.update(1, expected, note("new")))).isEqualTo(1);
    }
    assertThat(trips(() -> counted.insert(3, note("new")))).isEqualTo(1);
    assertThat(trips(() -> counted.delete(3, 1))).isEqualTo(1);
  }

  @Test
  @DisplayName("V1: in a transaction an update is one round trip, the BEGIN rides along")
  void joined() throws SQLException {
    PGSimpleDataSource source = lab.database().dataSource();
    source.setSocketFactory(CountingSocketFactory.class.getName());
    Connection mine = lab.closing(source.getConnection());
    mine.setAutoCommit(false);
    assertThat(trips(() -> applications.in(mine).update(1, 7, note("new")))).isEqualTo(1);
    assertThat(trips(() -> applications.in(mine).update(1, 8, note("new")))).isEqualTo(1);
    mine.rollback();
  }

  @Test
  @DisplayName("V2: stale or missing takes one more, to tell which")
  void refused() {
    assertThat(
            trips(
                () ->
                    assertThatThrownBy(() -> counted.update(1, 6, note("new")))
                        .isInstanceOf(HoldfastException.class)))
        .isEqualTo(2);
    assertThat(
            trips(
                () ->
                    assertThatThrownBy(() -> counted.update(9, 6, note("new")))
                        .isInstanceOf(HoldfastException.class)))
        .isEqualTo(2);
  }

  @Test
  @DisplayName("V1: a batch is one round trip, once the columns' types are known")
  void batch() {
    List<RowUpdate> first = List.of(RowUpdate.of(1, 7, note("a")), RowUpdate.of(2, 1, note("b")));
    List<RowUpdate> second = List.of(RowUpdate.of(1, 8, note("c")), RowUpdate.of(2, 2, note("d")));
    assertThat(trips(() -> counted.updateAll(first))).isEqualTo(2);
    assertThat(trips(() -> counted.updateAllOrNothing(second))).isEqualTo(1);
  }

  @Test
  @DisplayName("V4: reading, changing and writing a row is two")
  void change() {
    counted.find(1); // the driver asks once a connection what an enum and an array of texts are
    assertThat(trips(() -> counted.change(1, row -> note("new")))).isEqualTo(2);
  }

  private static long trips(Runnable action) {
    long before = CountingSocketFactory.roundTrips();
    action.run();
    return CountingSocketFactory.roundTrips() - before;
  }
}
