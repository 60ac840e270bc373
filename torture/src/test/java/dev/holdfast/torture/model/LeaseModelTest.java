package dev.holdfast.torture.model;

import static org.assertj.core.api.Assertions.assertThat;

import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.parser.CompModule;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.util.List;
import java.util.Locale;
import kodkod.engine.satlab.SATFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/model.md says what the model covers. */
class LeaseModelTest {

  private static final CompModule MODEL =
      CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, "src/main/alloy/lease.als");

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"Exclusion", "RisingFences", "OrderedWrites", "OnlyTheHolder"})
  @DisplayName("the protocol has no counterexample in scope")
  void holds(String promise) {
    assertThat(solve(promise).satisfiable()).as(promise + " has a counterexample").isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "WritesWithoutFenceCheck",
        "WritesWithoutRowLock",
        "FencesOfAPrunedCounter",
        "ClaimsByTransactionTime",
        "HoldersWithoutTokens",
        "FencesAnsweredEarly",
        "ClaimsUnderAWildClock"
      })
  @DisplayName("with a flaw, or a clock that jumps, a counterexample is found")
  void breaks(String flaw) {
    assertThat(solve(flaw).satisfiable()).as(flaw + " has no counterexample").isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"TwoWritesInTurn", "FailoverInBetween"})
  @DisplayName("the model is not empty: what should be possible is")
  void possible(String story) {
    assertThat(solve(story).satisfiable()).as(story + " can't happen").isTrue();
  }

  @Test
  @DisplayName("no command of the model is left out")
  void all() {
    assertThat(MODEL.getAllCommands()).hasSize(4 + 7 + 2);
  }

  private static A4Solution solve(String label) {
    List<Command> named =
        MODEL.getAllCommands().stream().filter(c -> c.label.equals(label)).toList();
    assertThat(named).hasSize(1);
    A4Options options = new A4Options();
    options.solver = SATFactory.get("sat4j");
    long start = System.nanoTime();
    A4Solution solution =
        TranslateAlloyToKodkod.execute_command(
            A4Reporter.NOP, MODEL.getAllReachableSigs(), named.get(0), options);
    System.out.printf(
        Locale.ROOT, "%s: %.1f s%n", label, (System.nanoTime() - start) / 1_000_000_000.0);
    return solution;
  }
}
