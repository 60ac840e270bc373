package dev.holdfast.torture.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Some quick ones; {@code ./holdfast torture --mutants} runs all. */
class MutantTest {

  @Test
  @DisplayName("the protocol as it is passes")
  void passes() throws Exception {
    MutantRun.Result result = MutantRun.run(Mutant.NONE, Duration.ofSeconds(5));
    assertThat(result.verdict().isGood()).as(result.verdict().text()).isTrue();
    assertThat(result.verdict().operations()).isGreaterThan(50);
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(
      value = Mutant.class,
      names = {
        "GUARD_WITHOUT_FENCE",
        "RENEW_WITHOUT_TOKEN",
        "RELEASE_OF_THE_SUCCESSOR",
        "GRANT_TO_TWO",
        "FENCE_STAYS",
        "EXCLUDED_EXPIRY",
        "PASS_WITHOUT_TOKEN",
        "PASS_PAST_THE_GUARD",
        "PROMISE_FORGOTTEN",
        "SUCCEED_WITHOUT_TOKEN",
        "SUCCEED_PAST_THE_GUARD"
      })
  @DisplayName("a broken protocol is caught")
  void caught(Mutant mutant) throws Exception {
    MutantRun.Result result = MutantRun.run(mutant, Duration.ofMinutes(2));
    assertThat(result.isCaught()).as(mutant.story()).isTrue();
  }
}
