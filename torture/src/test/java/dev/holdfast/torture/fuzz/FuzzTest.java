package dev.holdfast.torture.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The short form; {@code ./holdfast torture --fuzz} feeds more than a million. */
class FuzzTest {

  private static void nothingIsFound(Target target, long count) throws InterruptedException {
    Fuzzer.Report report = Fuzzer.run(target, count, 4711);
    assertThat(report.findings()).isEmpty();
    assertThat(report.inputs()).isEqualTo(count);
  }

  @Test
  @DisplayName("a resource name that is accepted is kept as it is")
  void names() throws Exception {
    try (NameTarget target = new NameTarget()) {
      nothingIsFound(target, 10_000);
      target.ask();
    }
  }

  @Test
  @DisplayName("SQL is read, or doubted")
  void sql() throws Exception {
    nothingIsFound(new SqlTarget(), 1_500);
  }

  @Test
  @DisplayName("a policy file is read, or its problems are told")
  void policy() throws Exception {
    nothingIsFound(new PolicyTarget(), 2_000);
  }

  @Test
  @DisplayName("an HTTP request is answered, and no answer is a 500")
  void http() throws Exception {
    try (HttpTarget target = new HttpTarget()) {
      nothingIsFound(target, 300);
      assertThat(target.answered()).isGreaterThan(100);
    }
  }

  @Test
  @DisplayName("a target that crashes, hangs or keeps silent is found out")
  void caught() throws Exception {
    Target crash =
        new Target() {
          @Override
          public List<String> seeds() {
            return List.of("abcabcabc");
          }

          @Override
          public void feed(String input) {
            if (input.contains("\0")) {
              throw new IndexOutOfBoundsException("a zero");
            }
          }
        };
    Fuzzer.Report report = Fuzzer.run(crash, 5_000, 1);
    assertThat(report.findings()).hasSize(5);
    assertThat(report.findings().get(0)).contains("a zero", "\\u0000");
  }
}
