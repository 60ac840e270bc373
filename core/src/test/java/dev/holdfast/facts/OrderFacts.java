package dev.holdfast.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In which order, and how many, rows are locked. */
abstract class OrderFacts extends Facts {
  private static final String FREE = "select id from lease order by id for update skip locked";

  @Test
  @DisplayName("10: a LIMIT under IN (… SKIP LOCKED) can be exceeded [claims, batches]")
  void limitCanBeExceeded() throws Exception {
    assertThat(claimed("(select id from job limit 5 for update skip locked)"))
        .as("rows taken for LIMIT 5")
        .isGreaterThan(5);
  }

  @Test
  @DisplayName("10: … and is kept by a MATERIALIZED CTE [claims, batches]")
  void materializedKeepsLimit() throws Exception {
    assertThat(claimed("(select id from c)")).isEqualTo(5);
  }

  private long claimed(String ids) throws Exception {
    Session session = session();
    session.run(
        "create table job (id int primary key, state int not null default 0)",
        "insert into job (id) select generate_series(1, 100)",
        // What the planner does on its own once statistics are off.
        "set enable_hashjoin = off",
        "set enable_mergejoin = off",
        "set enable_material = off",
        "set enable_hashagg = off",
        "set enable_sort = off",
        "set enable_indexscan = off",
        "set enable_bitmapscan = off");
    session.run(
        """
        with c as materialized (
          select id
          from job
          limit 5
          for update skip locked
        )
        update job
        set state = 1
        where id in %s
        """
            .formatted(ids));
    return session.number("select count(*) from job where state = 1");
  }

  @Test
  @DisplayName("11: a locking CTE that nothing references takes no lock [batches]")
  void unreferencedCteTakesNoLock() throws Exception {
    begun("with l as materialized (select from lease where id = 1 for update) select 1");
    assertThat(session().column(FREE)).containsExactly("1", "2", "3");
  }

  @Test
  @DisplayName("11: ROLLBACK TO SAVEPOINT releases row locks taken since [guard in savepoints]")
  void savepointReleases() throws Exception {
    Session holder =
        begun(
            "select from lease where id = 1 for update",
            "savepoint s",
            "select from lease where id = 2 for update");
    assertThat(session().column(FREE)).containsExactly("3");
    holder.run("rollback to savepoint s");
    assertThat(session().column(FREE)).containsExactly("2", "3");
  }

  @Test
  @DisplayName("12: ORDER BY orders the locking of SELECT FOR UPDATE [batches lock in name order]")
  void orderByOrdersLocking() throws Exception {
    storeInOrder(3, 2, 1);
    assertThat(lockedBefore2("select id from lease order by id for update"))
        .as("locked before 2")
        .containsExactly("1");
  }

  @Test
  @DisplayName("12: UPDATE locks in plan order [lock in order first]")
  void updateLocksInPlanOrder() throws Exception {
    storeInOrder(3, 2, 1);
    assertThat(lockedBefore2("update lease set fence = 1")).containsExactly("3");
  }

  private void storeInOrder(int... ids) throws Exception {
    Session session = session();
    session.run("truncate lease");
    for (int id : ids) {
      session.run("insert into lease (id) values (" + id + ")");
    }
  }

  /** What a statement has locked when it waits for row 2. */
  private List<String> lockedBefore2(String statement) throws Exception {
    Session holder = begun("select from lease where id = 2 for update");
    Session locker = begun();
    Future<String> locking = locker.start(statement);
    awaitBlocked(locker, holder);
    List<String> free = session().column(FREE);
    holder.run("commit");
    Session.result(locking);
    return List.of("1", "2", "3").stream()
        .filter(id -> !free.contains(id) && !id.equals("2"))
        .toList();
  }
}
