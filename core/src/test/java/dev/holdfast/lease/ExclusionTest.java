package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.EveryIsolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExclusionTest extends EveryIsolation {

  private static final int PROCESSES = 3;
  private static final LeaseOptions PATIENT =
      LeaseOptions.defaults().withWait(Duration.ofSeconds(20));

  @Test
  @DisplayName("L3: many threads of several processes never hold one resource together")
  void neverTwoHolders() {
    List<Holdfast> processes = processes();
    Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();
    Map<String, Queue<Long>> fences = new ConcurrentHashMap<>();
    AtomicInteger overlaps = new AtomicInteger();
    int[] counters = new int[3]; // written without any other protection than the lease
    Crowd.of(24)
        .run(
            no -> {
              Leases leases = processes.get(no % PROCESSES).leases();
              for (int i = 0; i < 50; i++) {
                int which = (no + i) % 3;
                String resource = "hot/" + which;
                Lease lease = leases.acquire(resource, PATIENT);
                AtomicInteger here = inside.computeIfAbsent(resource, r -> new AtomicInteger());
                overlaps.addAndGet(here.incrementAndGet() - 1);
                counters[which]++;
                fences
                    .computeIfAbsent(resource, r -> new ConcurrentLinkedQueue<>())
                    .add(lease.fence());
                here.decrementAndGet();
                assertThat(lease.release()).isTrue();
              }
            });
    assertThat(overlaps).hasValue(0);
    assertThat(counters[0] + counters[1] + counters[2]).isEqualTo(24 * 50);
    fences
        .values()
        .forEach(queue -> assertThat(List.copyOf(queue)).isSorted().doesNotHaveDuplicates());
  }

  @Test
  @DisplayName("L3: of many who use a fresh name for the first time at once, one gets it")
  void firstUseOfAName() {
    List<Holdfast> processes = processes();
    Map<String, AtomicInteger> winners = new ConcurrentHashMap<>();
    Crowd.of(12)
        .run(
            no -> {
              Leases leases = processes.get(no % PROCESSES).leases();
              for (int i = 0; i < 25; i++) {
                String resource = "fresh/" + i;
                Optional<Lease> lease = leases.tryAcquire(resource);
                if (lease.isPresent()) {
                  winners.computeIfAbsent(resource, r -> new AtomicInteger()).incrementAndGet();
                }
              }
            });
    assertThat(winners).hasSize(25);
    assertThat(winners.values()).allSatisfy(count -> assertThat(count).hasValue(1));
    assertThat(lab.sql().number("select max(fence) from holdfast.lease")).isEqualTo(1);
  }

  @Test
  @DisplayName("L3: what SQL grants and what Java grants excludes each other")
  void psqlAndJava() {
    Holdfast holdfast = lab.open();
    Lease lease = holdfast.leases().acquire("shared");
    String acquire =
        "begin isolation level read committed; "
            + "select granted from holdfast.acquire('shared', '1 minute', 'psql'); commit";
    assertThat(grantedBySql(acquire)).isFalse();
    assertThat(lease.release()).isTrue();
    assertThat(grantedBySql(acquire)).isTrue();
    assertThat(holdfast.leases().tryAcquire("shared")).isEmpty();
  }

  private boolean grantedBySql(String sql) {
    try (var connection = lab.dataSource().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
      statement.getMoreResults();
      try (var row = statement.getResultSet()) {
        return row.next() && row.getBoolean(1);
      }
    } catch (java.sql.SQLException e) {
      throw new AssertionError(e);
    }
  }

  private List<Holdfast> processes() {
    List<Holdfast> processes = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      processes.add(lab.open("process-" + i));
    }
    return processes;
  }
}
