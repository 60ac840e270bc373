package dev.holdfast.examples.tablecatalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ClosedException;
import dev.holdfast.CommitUnknownException;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.Problem;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Errors that no client can bring about at will: their answers, and that each is counted. */
class CatalogAdviceTest {

  private final CatalogMetrics metrics = new CatalogMetrics();
  private final CatalogAdvice advice = new CatalogAdvice(metrics);

  @Test
  @DisplayName("E4: a deadline is a 503, since nothing was committed, and counted")
  void deadline() {
    var error = new DeadlineExceededException(Duration.ofSeconds(1), 1, null);
    assertThat(advice.deadline(error).getStatusCode().value()).isEqualTo(503);
    assertCounted("deadline");
  }

  @Test
  @DisplayName("E4: a commit of unknown outcome is said to be one, and counted")
  void commitUnknown() {
    var error = new CommitUnknownException("7", null);
    assertThat(advice.unknown(error).getStatusCode().value()).isEqualTo(500);
    assertCounted("commit_unknown");
  }

  @Test
  @DisplayName("E4: all other errors have the status of their problem, and are counted by its type")
  void others() {
    Problem problem = Problem.of(new ClosedException());
    assertThat(advice.other(new ClosedException()).getStatusCode().value())
        .isEqualTo(problem.status());
    assertCounted(problem.type());
  }

  private void assertCounted(String error) {
    assertThat(metrics.text().lines())
        .contains("iceberg_handler_errors_total{error=\"%s\"} 1".formatted(error));
  }
}
