package dev.holdfast.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TargetTest {

  private final Report report = new Report();

  @Test
  @DisplayName("a target is judged by the median of the rounds, on the right side of its limit")
  void judged() {
    report.judge(Target.PAIRS_1_RELEASE, new Samples(List.of(0.1, 0.45, 0.9)));
    report.judge(Target.HAND_OVER, new Samples(List.of(1.0, 1.51, 9.0)));

    assertThat(outcome(Target.PAIRS_1_RELEASE)).isEqualTo("met");
    assertThat(outcome(Target.HAND_OVER)).isEqualTo("missed");
  }

  @Test
  @DisplayName("what this run could not tell is named, not passed over")
  void notMeasured() {
    assertThat(outcome(Target.PAIRS_1_SHEDLOCK)).isEqualTo("not measured");
    assertThat(report.text()).contains("≥ 1.50 × ShedLock").contains("not measured");
  }

  @Test
  @DisplayName("a scenario that failed fails the run, and is named in its results")
  void failed() {
    report.failed("pairs", "java.io.IOException: no");

    assertThat(report.hasFailed()).isTrue();
    assertThat(report.text()).contains("Not measured: scenario pairs: java.io.IOException: no");
  }

  @Test
  @DisplayName("a count above its limit is a violation, a missed time is not")
  void violations() {
    Count tooMany = new Count("round trips of an acquire", 1.01, 1);
    report.add(new Count("round trips of a release", 1, 1));
    report.add(tooMany);
    report.judge(Target.PAIRS_1_RELEASE, 0.01);

    assertThat(report.violations()).containsExactly(tooMany);
    assertThat(report.text()).contains("TOO MANY").contains("missed");
  }

  @Test
  @DisplayName("the JSON has the figures of every round, the counts and the outcomes")
  void json() {
    Samples rate = new Samples(List.of(10.0, 30.0, 20.0));
    report.add(new Figure("pairs", "Holdfast", 8, rate, 1.5, 2.5, Map.of("fairness", 0.01)));
    report.add(new Count("round trips", 1, 1));
    report.judge(Target.CONNECTIONS, 2);

    assertThat(Json.write(report.json(Map.of("cores", 2))))
        .contains("\"cores\": 2")
        .contains("\"perSecond\": 20")
        .contains("\"rounds\": [10, 30, 20]")
        .contains("\"fairness\": 0.0100")
        .contains("\"ok\": true")
        .contains("\"outcome\": \"met\"");
  }

  private String outcome(Target target) {
    return report.verdicts().stream()
        .filter(verdict -> verdict.target() == target)
        .findFirst()
        .orElseThrow()
        .outcome();
  }
}
