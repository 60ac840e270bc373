package dev.holdfast.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.torture.history.Call;
import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShrinkerTest {

  /** A good history of 2000 operations, and a thief in the middle of it. */
  private static History withThief() {
    History good = SimulatedServer.run(5, 6, 2_000);
    List<Operation> grants = good.operations(Kind.ACQUIRE).filter(Operation::isOk).toList();
    Operation victim = grants.get(grants.size() / 2);
    List<Entry> entries = new ArrayList<>(good.entries());
    long at = victim.completedAt();
    Call call = new Call("thief", 1, Kind.ACQUIRE, "r");
    Facts facts =
        Facts.of("stolen", victim.facts().fence() + 1)
            .withValue(100)
            .withDeadlineNanos(at + 90_000_000);
    entries.add(new Entry(at + 1, Phase.INVOKE, call, facts, ""));
    entries.add(new Entry(at + 2, Phase.OK, call, facts, ""));
    Call fault = new Call("faults", 1, Kind.FAULT, "*");
    entries.add(new Entry(at - 30_000_000, Phase.INVOKE, fault, Facts.NONE, "<pause> of 'a'"));
    entries.add(new Entry(at + 60_000_000, Phase.OK, fault, Facts.NONE, ""));
    return History.of(entries);
  }

  @Test
  @DisplayName("of two thousand operations those are left that contradict each other")
  void shrinks() {
    History history = withThief();
    for (Invariant invariant : List.of(Invariant.X, Invariant.S)) {
      Rules rules = Rules.ALL.only(invariant);
      Violation violation = Checker.check(history, rules).violations().get(0);

      Shrinker.Shrunk shrunk = Shrinker.shrink(history, rules, violation);

      assertThat(shrunk.history().operations().size()).as(invariant.name()).isBetween(2, 8);
      assertThat(shrunk.violation().invariant()).isEqualTo(invariant);
      assertThat(shrunk.history().operations()).containsAll(shrunk.violation().witnesses());
    }
  }

  @Test
  @DisplayName("a jump of the clock is never dropped: without it right answers look wrong")
  void keepsJumps() {
    Story story =
        new Story()
            .acquire(0, "a", "t1", 1)
            .jump(200, 220, 2_000)
            .acquire(300, "b", "t2", 2)
            .acquire(400, "c", "t3", 3);
    Rules rules = Rules.ALL.only(Invariant.X);
    Violation violation = Checker.check(story.history(), rules).violations().get(0);
    Shrinker.Shrunk shrunk = Shrinker.shrink(story.history(), rules, violation);
    assertThat(shrunk.history().operations(Kind.JUMP)).hasSize(1);
    assertThat(shrunk.violation().what()).contains("fence 2 of b and fence 3 of c");
  }

  @Test
  @DisplayName("the picture has all lanes, the fault, the witnesses, and nothing that could run")
  void picture() throws IOException {
    History history = withThief();
    Rules rules = Rules.ALL.only(Invariant.X);
    Violation violation = Checker.check(history, rules).violations().get(0);
    long at = violation.witnesses().get(0).invokedAt();
    History part =
        history.filter(
            o ->
                o.kind() != Kind.READ_END
                    && o.invokedAt() > at - 150_000_000
                    && o.invokedAt() < at + 250_000_000);

    String html = Timeline.html(part, violation);
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target", "timeline.html"), html);

    assertThat(html)
        .contains("thief", "class='op ok witness'", "class='claim witness'", "c1")
        .contains("&lt;pause&gt; of &#39;a&#39;")
        .contains("both claim it", "prefers-color-scheme: dark")
        .doesNotContain("<script", "http://", "https://");
  }
}
