package dev.holdfast.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.LeaseDeadlockException;
import dev.holdfast.diagnosis.Advice.Act;
import dev.holdfast.diagnosis.WaitGraph.Edge;
import dev.holdfast.diagnosis.WaitGraph.Kind;
import dev.holdfast.diagnosis.WaitGraph.Node;
import dev.holdfast.diagnosis.WaitGraph.Tree;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.RemoteGrant;
import dev.holdfast.lease.RemoteRequest;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class DiagnosisTest {

  private static final LeaseOptions PATIENT =
      LeaseOptions.defaults().withWait(Duration.ofSeconds(60));

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final Holdfast holdfast = lab.open("web-3");
  private final Diagnosis diagnosis = holdfast.diagnosis();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    threads.shutdownNow();
    lab.close();
  }

  @Test
  @DisplayName("a resource in a sentence: held, with waiters; free; expired; never seen")
  void sentences() {
    assertThat(diagnosis.why("x").sentence())
        .isEqualTo("x free, never held or not for a long time");
    // a renewal would set the end anew; who waits renews once it listens
    LeaseOptions notRenewed = LeaseOptions.defaults().withoutAutoRenew();
    Lease lease = holdfast.leases().acquire("x", notRenewed);
    age("4 minutes 12 seconds", "18 seconds");
    assertThat(diagnosis.why("x").sentence())
        .matches("x held 4m1[2-9]s by web-3, fence 1, expires in 1[0-8] s");
    age("4 minutes 2 seconds", "50 seconds");
    List<CompletableFuture<List<RemoteGrant>>> waiting = List.of(later("w1"), later("w2"));
    Await.until("both wait", () -> diagnosis.waiters("x").size() == 2);
    assertThat(diagnosis.why("x").sentence())
        .matches(
            "x held 4m..s by web-3, fence 1, expires in [0-9]+ s, 2 waiting, the oldest \\d+ s");
    waiting.forEach(each -> each.cancel(false));
    lease.release();
    Await.until("nobody waits", () -> diagnosis.waiters("x").isEmpty());
    assertThat(diagnosis.why("x").sentence())
        .matches("x free for \\d+ s, last held by web-3, fence 1");
    holdfast
        .leases()
        .acquire("x", LeaseOptions.defaults().withTtl(Duration.ofMillis(1)).withoutAutoRenew());
    Await.until("it ran out", () -> !holdfast.leases().find("x").orElseThrow().isHeld());
    assertThat(diagnosis.why("x").sentence())
        .matches("x expired \\d+ s ago, last held by web-3, fence 2, nobody took it over yet");
  }

  @Test
  @DisplayName("waiters stand in the order of the queue, with what they hold and work on")
  void waiters() {
    Lease held = lab.open("holder").leases().acquire("x");
    CompletableFuture<List<RemoteGrant>> first = later("w1");
    Await.until("the first waits", () -> diagnosis.waiters("x").size() == 1);
    AtomicReference<Integer> pid = new AtomicReference<>(0);
    CompletableFuture<Void> second =
        CompletableFuture.runAsync(
            () -> {
              try (Lease other = holdfast.leases().acquire("other")) {
                holdfast
                    .transactions()
                    .run(
                        tx -> {
                          pid.set(backend(tx.connection()));
                          holdfast.leases().acquire("x", PATIENT).close();
                          return other.fence();
                        });
              }
            },
            threads);
    Await.until("both are known", () -> diagnosis.waiters("x").size() == 2);
    List<Waiter> waiters = diagnosis.waiters("x");
    assertThat(waiters).extracting(Waiter::holder).containsExactly("w1", "web-3");
    assertThat(waiters.get(0).holds()).isEmpty();
    assertThat(waiters.get(1).holds()).containsExactly("other");
    assertThat(waiters.get(1).backends()).containsExactly(pid.get());
    assertThat(waiters.get(0).since()).isBeforeOrEqualTo(waiters.get(1).since());
    held.release();
    assertThat(first).succeedsWithin(Duration.ofSeconds(20));
    RemoteGrant grant = first.join().get(0);
    holdfast.leases().remote().release("x", grant.fence(), grant.token());
    assertThat(second).succeedsWithin(Duration.ofSeconds(20));
    Await.until("the report is gone", () -> reports() == 0);
  }

  @Test
  @DisplayName("the graph: waiters, lease, holder; who is at the root, and what would help")
  void holderAtTheRoot() {
    Lease lease = lab.open("batch-1").leases().acquire("x");
    later("w1");
    Await.until("it waits", () -> diagnosis.waiters("x").size() == 1);
    later("w2");
    Await.until("both wait", () -> diagnosis.waiters("x").size() == 2);
    WaitGraph graph = diagnosis.waitGraph();
    assertThat(node(graph, "lease:x").facts())
        .containsEntry("fence", "1")
        .containsEntry("holder", "batch-1");
    assertThat(node(graph, "holder:batch-1").root()).isTrue();
    assertThat(graph.edges()).contains(new Edge("lease:x", "holder:batch-1", "is held by", false));
    assertThat(graph.edges()).filteredOn(Edge::soft).hasSize(1);
    assertThat(graph.edges()).filteredOn(e -> e.why().equals("waits for")).hasSize(2);
    assertThat(graph.cycles()).isEmpty();
    List<Tree> trees = graph.trees();
    assertThat(trees).hasSize(1);
    assertThat(trees.get(0).node().id()).isEqualTo("holder:batch-1");
    assertThat(trees.get(0).waiting().get(0).waiting()).hasSize(2);
    Advice advice = trees.get(0).advice().get(0);
    assertThat(advice.act()).isEqualTo(Act.RELEASE);
    assertThat(advice.parameters()).containsEntry("resource", "x").containsEntry("fence", "1");
    assertThat(diagnosis.why("x").advice()).first().isEqualTo(advice);
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  @DisplayName("over leases and row locks: the session that idles with a row locked is at the root")
  void backendAtTheRoot() throws Exception {
    lab.sql().run("create table account (id int primary key); insert into account values (1)");
    Holdfast other = lab.open("other");
    Lease lease = other.leases().acquire("x");
    PGSimpleDataSource source = lab.dataSource();
    source.setApplicationName("forgetful");
    try (Connection idle = source.getConnection()) {
      idle.setAutoCommit(false);
      Sql.run(idle, "update account set id = id");
      CompletableFuture<Integer> guarded =
          CompletableFuture.supplyAsync(
              () -> lease.inTransaction(tx -> touch(tx.connection())), threads);
      later("w1");
      Await.until("all wait", () -> diagnosis.waitGraph().edges().size() >= 3);
      WaitGraph graph = diagnosis.waitGraph();
      Tree tree = graph.trees().get(0);
      Node root = tree.node();
      assertThat(root.kind()).isEqualTo(Kind.BACKEND);
      assertThat(root.label()).contains("forgetful", "idle in transaction");
      Advice advice = tree.advice().get(0);
      assertThat(advice.act()).isEqualTo(Act.TERMINATE);
      assertThat(advice.parameters()).containsEntry("pid", Integer.toString(backend(idle)));
      assertThat(
              lab.sql()
                  .number(
                      "select count(*) from pg_stat_activity where pid = ?::text::int and"
                          + " backend_start = ?::text::timestamptz",
                      advice.parameters().get("pid"),
                      advice.parameters().get("backendStart")))
          .isEqualTo(1);
      // root <- guarded transaction <- lease <- waiter
      Tree below = tree.waiting().get(0);
      assertThat(below.node().kind()).isEqualTo(Kind.BACKEND);
      assertThat(below.waiting().get(0).node().id()).isEqualTo("lease:x");
      assertThat(below.waiting().get(0).waiting().get(0).node().kind()).isEqualTo(Kind.WAITER);
      assertThat(diagnosis.why("x").advice()).first().isEqualTo(advice);
      idle.rollback();
      assertThat(guarded).succeedsWithin(Duration.ofSeconds(20));
    }
  }

  @Test
  @DisplayName("a place in PostgreSQL's queue is told from a lock: soft")
  void softBlocks() throws Exception {
    lab.sql().run("create table t (id int)");
    try (Connection reader = lab.dataSource().getConnection()) {
      reader.setAutoCommit(false);
      Sql.run(reader, "lock table t in access share mode");
      CompletableFuture<Integer> writer = locking("access exclusive");
      Await.until("it waits", () -> diagnosis.waitGraph().edges().size() == 1);
      CompletableFuture<Integer> second = locking("access share");
      Await.until("both wait", () -> diagnosis.waitGraph().edges().size() == 2);
      WaitGraph graph = diagnosis.waitGraph();
      Edge hard = graph.edges().stream().filter(e -> !e.soft()).findFirst().orElseThrow();
      Edge soft = graph.edges().stream().filter(Edge::soft).findFirst().orElseThrow();
      assertThat(hard.to()).isEqualTo("backend:" + backend(reader));
      assertThat(soft.to()).isEqualTo(hard.from());
      reader.rollback();
      assertThat(writer).succeedsWithin(Duration.ofSeconds(20));
      assertThat(second).succeedsWithin(Duration.ofSeconds(20));
    }
  }

  @Test
  @DisplayName("a circle is in the graph, with a sentence, while it lasts")
  void circle() throws Exception {
    Holdfast other = lab.open("web-4");
    CountDownLatch both = new CountDownLatch(2);
    cross(holdfast, "a", "b", both);
    cross(other, "b", "a", both);
    WaitGraph graph =
        Await.gets(
            "the circle",
            () -> {
              WaitGraph now = diagnosis.waitGraph();
              return now.cycles().isEmpty() ? Optional.empty() : Optional.of(now);
            });
    WaitGraph.Cycle cycle = graph.cycles().get(0);
    assertThat(cycle.nodes()).hasSize(4).contains("lease:a", "lease:b");
    assertThat(cycle.sentence())
        .contains("web-3 waits for b, held by web-4 (fence 1)")
        .contains("web-4 waits for a, held by web-3 (fence 1)");
    assertThat(graph.trees()).isNotEmpty();
    assertThat(graph.trees().get(0).advice()).extracting(Advice::act).contains(Act.RELEASE);
  }

  @Test
  @DisplayName("other roles' sessions are in the graph, but not what they do")
  void hidden() throws Exception {
    lab.sql().run("create table secret (id int)");
    String role = "test_" + UUID.randomUUID().toString().substring(0, 8);
    lab.sql().run("create role \"" + role + "\" login password 'x' in role holdfast_user");
    PGSimpleDataSource user = lab.dataSource();
    user.setUser(role);
    user.setPassword("x");
    try (Connection first = lab.dataSource().getConnection()) {
      first.setAutoCommit(false);
      Sql.run(first, "lock table secret");
      CompletableFuture<Integer> second =
          CompletableFuture.supplyAsync(() -> locked("lock table secret -- canary"), threads);
      Await.until("it waits", () -> !diagnosis.waitGraph().edges().isEmpty());
      assertThat(diagnosis.waitGraph().toString()).contains("canary");
      WaitGraph seen = lab.open(user, HoldfastSettings.defaults()).diagnosis().waitGraph();
      assertThat(seen.edges()).hasSize(1);
      assertThat(seen.toString())
          .doesNotContain("canary")
          .contains("which this role may not look at");
      first.rollback();
      assertThat(second).succeedsWithin(Duration.ofSeconds(20));
    } finally {
      lab.closing(
          () -> lab.sql().run("drop owned by \"" + role + "\"; drop role \"" + role + "\""));
    }
  }

  private void cross(Holdfast on, String first, String second, CountDownLatch both) {
    threads.submit(
        () -> {
          try (Lease held = on.leases().acquire(first)) {
            both.countDown();
            Await.signal("both hold", both);
            boolean got = false;
            for (int told = 0; told < 100 && !got; told++) {
              got = got(on, second); // else the circle closes again
            }
            return held.fence();
          }
        });
  }

  /** False: told of a deadlock, which ends a circle before a busy machine has looked at it. */
  private static boolean got(Holdfast on, String resource) {
    try {
      on.leases().acquire(resource, PATIENT).close();
      return true;
    } catch (LeaseDeadlockException e) {
      return false;
    }
  }

  private CompletableFuture<Integer> locking(String mode) {
    return CompletableFuture.supplyAsync(
        () -> locked("lock table t in " + mode + " mode"), threads);
  }

  private int locked(String sql) {
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      Sql.run(connection, sql);
      connection.rollback();
      return 1;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static int touch(Connection connection) {
    try {
      Sql.run(connection, "update account set id = id");
      return 1;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static int backend(Connection connection) {
    try {
      return Integer.parseInt(
          String.valueOf(Sql.column(connection, "select pg_backend_pid()").get(0)));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private CompletableFuture<List<RemoteGrant>> later(String holder) {
    return holdfast
        .leases()
        .remote()
        .acquire(new RemoteRequest(List.of("x"), holder, UUID.randomUUID(), false, PATIENT, null))
        .toCompletableFuture();
  }

  private static Node node(WaitGraph graph, String id) {
    return graph.nodes().stream().filter(n -> n.id().equals(id)).findFirst().orElseThrow();
  }

  private void age(String since, String left) {
    lab.sql()
        .run(
            "update holdfast.lease set locked_at = clock_timestamp() - ?::text::interval,"
                + " locked_until = clock_timestamp() + ?::text::interval",
            since,
            left);
  }

  private long reports() {
    return lab.sql().number("select count(*) from holdfast.wait_report");
  }
}
