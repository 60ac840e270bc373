package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Batch.Bid;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Queueing;
import dev.holdfast.support.CountingSocketFactory;
import dev.holdfast.support.EveryIsolation;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Counted on the wire, and often enough for the driver to prepare the statement on the server. */
class BatchRoundTripsTest extends EveryIsolation {

  private static final int OFTEN = 12;

  @Test
  @DisplayName("L1: a batch is one round trip and one transaction, whatever it consists of")
  void oneRoundTrip() throws SQLException {
    PGSimpleDataSource source = lab.dataSource();
    source.setSocketFactory(CountingSocketFactory.class.getName());
    try (LeaseConnection connection = new LeaseConnection(source, UUID.randomUUID(), "me")) {
      Acquisition held = wish();
      connection.call(new Batch(0, List.of(), List.of(), List.of(bid(held))), 5_000);
      for (int call = 1; call <= OFTEN; call++) {
        Acquisition next = wish();
        Batch handOver = new Batch(0, List.of(giveBack(held)), List.of(), List.of(bid(next)));
        long before = CountingSocketFactory.roundTrips();
        List<Answer> answers = connection.call(handOver, 5_000);
        assertThat(CountingSocketFactory.roundTrips() - before).as("call %d", call).isEqualTo(1);
        assertThat(answers).extracting(Answer::part).containsExactly("release", "acquire");
        assertThat(answers).extracting(Answer::outcome).containsExactly("released", "granted");
        assertThat(lab.sql().number("select count(distinct xmin::text) from (" + WRITTEN + ") w"))
            .as("transactions that wrote")
            .isEqualTo(1);
        held = next;
      }
    }
  }

  /** The rows that the last batch wrote: the lease itself, and the end of the one before. */
  private static final String WRITTEN =
      """
      select xmin from holdfast.lease
      union all
      (select xmin from holdfast.past_lease order by fence desc limit 1)
      """;

  private static Acquisition wish() {
    LeaseOptions noWait = LeaseOptions.defaults().withWait(Duration.ZERO);
    return new Acquisition(List.of("instance/1"), noWait, Caller.NOBODY);
  }

  private static Bid bid(Acquisition wish) {
    return new Bid(wish, Queueing.NONE, false, false, false, List.of());
  }

  private static GiveBack giveBack(Acquisition wish) {
    return new GiveBack(
        "instance/1", null, wish.tokens.get(0), new CompletableFuture<>(), false, Long.MAX_VALUE);
  }
}
