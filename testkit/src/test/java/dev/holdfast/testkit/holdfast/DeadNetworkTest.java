package dev.holdfast.testkit.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.testkit.junit.HoldfastTest;
import dev.holdfast.testkit.proxy.TcpProxy;
import dev.holdfast.transaction.TransactionOptions;
import dev.holdfast.transaction.Transactions;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** A network that says nothing any more: the deadline holds all the same. */
@HoldfastTest
@Timeout(60)
final class DeadNetworkTest {

  private static final Duration DEADLINE = Duration.ofSeconds(3);
  private static final TransactionOptions SHORT =
      TransactionOptions.defaults().withDeadline(DEADLINE);

  private TcpProxy proxy;
  private Transactions far;

  @BeforeEach
  void open(TestDatabase database) {
    PGSimpleDataSource source = database.dataSource();
    proxy = TcpProxy.to("127.0.0.1", source.getPortNumbers()[0]);
    source.setServerNames(new String[] {"127.0.0.1"});
    source.setPortNumbers(new int[] {proxy.port()});
    far = new Transactions(source, HoldfastSettings.defaults().withPatience(Duration.ofSeconds(2)));
  }

  @AfterEach
  void close() {
    far.close();
    proxy.close();
  }

  @Test
  @DisplayName("W5: a statement that gets no answer, and no cancel either, ends with the deadline")
  void statement() {
    long start = System.nanoTime();
    assertThatThrownBy(
            () ->
                far.run(
                    SHORT,
                    tx -> {
                      run(tx.connection().prepareStatement("select 1"));
                      proxy.halfOpen();
                      run(tx.connection().prepareStatement("select 2"));
                      return 0;
                    }))
        .isInstanceOf(DeadlineExceededException.class);
    assertThat(since(start)).isBetween(DEADLINE, DEADLINE.plusSeconds(40));
  }

  @Test
  @DisplayName("W5 W9: a COMMIT that gets no answer is unknown after the deadline, and run once")
  void commit() {
    AtomicInteger calls = new AtomicInteger();
    long start = System.nanoTime();
    assertThatThrownBy(
            () ->
                far.run(
                    SHORT,
                    tx -> {
                      calls.incrementAndGet();
                      run(tx.connection().prepareStatement("create table written (id integer)"));
                      proxy.halfOpen();
                      return 0;
                    }))
        .isInstanceOf(CommitUnknownException.class);
    assertThat(calls).hasValue(1);
    assertThat(since(start)).isBetween(DEADLINE, DEADLINE.plusSeconds(40));
  }

  private static void run(PreparedStatement statement) throws SQLException {
    try (statement) {
      statement.execute();
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
