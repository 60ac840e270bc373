package dev.holdfast.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.torture.workload.Shape.Activity;
import dev.holdfast.torture.workload.Slip;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a server and a process that work, with faults that do nothing but tell. */
class ScheduleTest {

  /** Tells of so much, or of nothing at all. */
  private static final class Telling extends Numbered {
    private final long[] told;

    Telling(int number, long... told) {
      super(number, "made for this test", 0);
      this.told = told;
    }

    @Override
    public void inject(Scene scene) {
      for (long count : told) {
        scene.hit(count, "things");
      }
    }

    @Override
    public void heal(Scene scene) {
      // Nothing was broken.
    }
  }

  @Test
  @DisplayName("what hits nothing is not counted as injected, and is complained of")
  void missed(@TempDir Path directory) throws Exception {
    List<String> said = new CopyOnWriteArrayList<>();
    List<Fault> faults = List.of(new Telling(1, 3), new Telling(2, 3, 0), new Telling(3));
    Plan plan =
        new Plan(7, Duration.ofSeconds(6), Set.of(Activity.LEASES), 1, directory, Slip.NONE);
    Outcome outcome = new Play(Stage.PLAIN, faults, plan, said::add).run();
    assertThat(outcome.tally().hits()).containsOnlyKeys(1);
    assertThat(outcome.tally().missed()).containsOnlyKeys(2, 3);
    assertThat(outcome.complaints())
        .satisfiesExactly(
            two -> assertThat(two).contains("2 was played and never hit", "3 things, 0 things"),
            three -> assertThat(three).contains("3 was played and never hit", "MISSED all"));
    assertThat(outcome.isGood()).isFalse();
    assertThat(said)
        .anySatisfy(line -> assertThat(line).contains("1 made for this test: hit 3 things"));
  }
}
