package dev.holdfast.claim;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;

/** A table of items with all that a table of claims may have, and a place for their effects. */
abstract class ClaimsTestBase extends EveryIsolation {

  static final ClaimOptions QUICK =
      ClaimOptions.defaults()
          .withMaxAttempts(3)
          .withBackoff(Duration.ZERO, Duration.ZERO)
          .withWorkerTtl(Duration.ofMinutes(1));

  static final ClaimTable ITEMS =
      ClaimTable.of("item", "id")
          .withStatus(
              "status",
              ClaimStatuses.of("ready", "done", "failed")
                  .withClaimed("processing")
                  .withParked("parked"))
          .withAttempts("attempts")
          .withDueAt("due_at")
          .withError("last_error")
          .withColumns("title");

  final List<HoldfastEvent> events = new CopyOnWriteArrayList<>();

  @BeforeEach
  void createTables() {
    lab.sql().run("drop table if exists item, effect");
    lab.sql()
        .run(
            "create table item (id bigint primary key, status text not null default 'ready', title text)");
    lab.sql().run(ITEMS.ddl());
    lab.sql().run("create table effect (item bigint, version bigint)");
  }

  void insert(int count) {
    lab.sql()
        .run(
            "insert into item (id, title) select i, 'title ' || i from generate_series(1, ?) i",
            count);
  }

  /** As another process would be. */
  Holdfast process(String holder) {
    return lab.open(HoldfastSettings.defaults().withHolder(holder).withListener(events::add));
  }

  Claims claims(String holder) {
    return process(holder).claims(ITEMS, QUICK);
  }

  /** What happens when a process dies or stands still for longer than its ttl. */
  void endLeasesOf(String holder) {
    try (Connection connection = lab.dataSource().getConnection()) {
      // Whatever the default is: a renewal may come in between.
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      Sql.run(
          connection,
          "select holdfast.force_release(resource, fence, 'test') from holdfast.lease"
              + " where holder = ? and token_hash is not null",
          holder);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  long count(String status) {
    return lab.sql().number("select count(*) from item where status = ?", status);
  }

  String statusOf(long id) {
    return lab.sql().text("select status from item where id = ?", id);
  }

  <E extends HoldfastEvent> List<E> events(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
