package dev.holdfast.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The test that needs no theory: increments that only the lock protects, and their sum. */
public interface FuzzContract {

  /** What the test works with. */
  ContractBench bench();

  @Test
  @DisplayName("L3: unsafe increments under the lock, by several processes, lose no update")
  default void losesNoUpdate() throws Exception {
    FuzzSize size = bench().fuzzSize();
    String prefix = bench().name("fuzz");
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < size.processes(); i++) {
      workers.add(bench().worker());
    }
    int each = size.increments() / size.processes();
    for (int i = 0; i < workers.size(); i++) {
      workers.get(i).startFuzz(new FuzzRun(prefix, size.threads(), size.counters(), each, i));
    }
    long done = 0;
    for (Worker worker : workers) {
      done += worker.awaitFuzz(Duration.ofSeconds(150));
    }
    assertThat(done).isGreaterThanOrEqualTo((long) each * size.processes());
    LockClient client = bench().client();
    long sum = 0;
    for (int i = 0; i < size.counters(); i++) {
      sum += client.read(FuzzRun.counter(prefix, i));
    }
    assertThat(sum).as("the sum of all counters after %d increments", done).isEqualTo(done);
  }
}
