package dev.holdfast.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.torture.history.Kind;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories that look odd and are right: a checker that cries wolf is switched off. */
class GoodHistoriesTest {

  static Stream<Arguments> good() {
    return Stream.of(
        Arguments.of(
            "a hand-over, the release answered after the next grant",
            new Story()
                .acquire(0, "a", "t1", 1)
                .lasting(50)
                .release(100, "a", "t1", 1)
                .lasting(5)
                .acquire(110, "b", "t2", 2)),
        Arguments.of(
            "a takeover at the first possible moment",
            new Story().acquire(0, "a", "t1", 1).lasting(100).acquire(950, "b", "t2", 2)),
        Arguments.of(
            "a release of unknown outcome made room much later",
            new Story()
                .acquire(0, "a", "t1", 1)
                .release(10, "a", "t1", 1)
                .unknown()
                .acquire(500, "b", "t2", 2)),
        Arguments.of(
            "a killed process held it unheard, a refusal tells its fence",
            new Story()
                .acquire(0, "a", "t1", 1)
                .unheard()
                .refused(100, "b", 1)
                .acquire(1_200, "b", "t2", 2)),
        Arguments.of(
            "a renewal of unknown outcome kept it alive",
            new Story()
                .acquire(0, "a", "t1", 1)
                .renew(800, "a", "t1", 1)
                .unknown()
                .renew(1_500, "a", "t1", 1)
                .lost(900, "a", "t1", 1)),
        Arguments.of(
            "the same request again gets the same grant again",
            new Story()
                .acquire(0, "a", "t1", 1)
                .unknown()
                .refused(20, "b", 1)
                .acquire(50, "a", "t1", 1)),
        Arguments.of(
            "a release is asked for twice and answered twice, with another holder in between",
            new Story()
                .acquire(0, "a", "t1", 1)
                .release(10, "a", "t1", 1)
                .unknown()
                .acquire(20, "b", "t2", 2)
                .release(30, "a", "t1", 1)),
        Arguments.of(
            "a guarded write lands while its lease is being released",
            new Story()
                .acquire(0, "a", "t1", 1)
                .lasting(50)
                .write(10, "a", 1, 7)
                .lasting(2)
                .release(20, "a", "t1", 1)
                .readEnd(99, 1, 7)),
        Arguments.of(
            "a write of unknown outcome is there, another is not",
            new Story()
                .write(0, "a", 1, 7)
                .unknown()
                .write(5, "a", 1, 8)
                .unknown()
                .readEnd(99, 1, 7)),
        Arguments.of(
            "fences jump, as they do after pruning",
            new Story()
                .acquire(0, "a", "t1", 1)
                .release(5, "a", "t1", 1)
                .acquire(9, "b", "t2", 77)),
        Arguments.of(
            "the machine's clock was set ahead, and ended a lease that ran",
            new Story()
                .acquire(0, "a", "t1", 1)
                .jump(200, 220, 2_000)
                .acquire(300, "b", "t2", 2)
                .renew(310, "a", "t1", 1)
                .failed("lost")),
        Arguments.of(
            "the machine's clock was set back, and a lease lasted longer",
            new Story()
                .acquire(0, "a", "t1", 1)
                .jump(200, 220, -20_000)
                .renew(1_500, "a", "t1", 1)
                .fault(2_000, 2_001, "cut")
                .lasting(9_000)
                .refused(2_100, "b", 1)),
        Arguments.of(
            "the server does not know of hand-overs yet, and their process dies",
            new Story()
                .acquire(0, "a", "t1", 1)
                .handOver(500, "a", "t1", "t2", 2, 900)
                .handOver(600, "a", "t2", "t3", 3, 900)
                .refused(700, "b", 1)
                .acquire(990, "b", "t4", 66)),
        Arguments.of(
            "hand-overs are recorded together",
            new Story()
                .acquire(0, "a", "t1", 1)
                .handOver(500, "a", "t1", "t2", 2, 900)
                .handOver(600, "a", "t2", "t3", 3, 900)
                .renew(650, "a", "t3", 3)
                .refused(1_500, "b", 3)
                .release(1_510, "a", "t3", 3)),
        Arguments.of(
            "an event is handled twice",
            new Story()
                .simple(0, "a", Kind.PUBLISH, 0, 5)
                .simple(9, "b", Kind.HANDLE, 0, 5)
                .simple(19, "b", Kind.HANDLE, 0, 5)),
        Arguments.of(
            "a claim is taken over and completed once",
            new Story()
                .simple(0, "a", Kind.CLAIM, 1, 5)
                .simple(10, "b", Kind.CLAIM, 2, 5)
                .simple(20, "b", Kind.COMPLETE, 2, 5)
                .simple(30, "a", Kind.COMPLETE, 1, 5)
                .failed("lost")
                .readEnd(99, Kind.COMPLETE, 0, 5)),
        Arguments.of(
            "a grant comes in time after healing",
            new Story()
                .acquire(0, "a", "t1", 1)
                .fault(100, 200, "kill")
                .lasting(900)
                .acquire(150, "b", "t2", 2)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("good")
  @DisplayName("a good history passes")
  void passes(String name, Story story) {
    Verdict verdict = Checker.check(story.history(), Rules.ALL);
    assertThat(verdict.isGood()).as(name + "\n" + verdict.text()).isTrue();
  }

  @Test
  @DisplayName("where the clock may do anything, a lease may end early")
  void wildClocks() {
    Story early = new Story().acquire(0, "a", "t1", 1).acquire(300, "b", "t2", 2);
    Rules server = Rules.ALL.only(Invariant.S);

    assertThat(Checker.check(early.history(), server).isGood()).isFalse();
    assertThat(Checker.check(early.history(), server.withClocks(Clocks.WILD)).isGood()).isTrue();
  }

  @Test
  @DisplayName("a search that is too large is undecided, not good")
  void undecided() {
    Story crowd = new Story().lasting(5_000);
    for (int i = 0; i < 12; i++) {
      crowd.acquire(i, "c" + i, "t" + i, i + 1);
    }
    Rules small = Rules.ALL.only(Invariant.S).withBudget(5);

    Verdict verdict = Checker.check(crowd.history(), small);

    assertThat(verdict.violations()).isEmpty();
    assertThat(verdict.isGood()).isFalse();
    assertThat(verdict.text()).contains("not decided: S of r");
  }

  @Test
  @DisplayName("a fault that begins before the grant was due makes no starvation")
  void disturbed() {
    Story story =
        new Story()
            .fault(100, 200, "cut")
            .fault(3_000, 20_000, "kill")
            .lasting(9_000)
            .refused(150, "b", 0);
    Rules rules = Rules.ALL.only(Invariant.L).withMargin(Duration.ofSeconds(4));

    assertThat(Checker.check(story.history(), rules).isGood()).isTrue();
  }
}
