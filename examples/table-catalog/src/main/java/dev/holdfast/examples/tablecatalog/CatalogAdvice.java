package dev.holdfast.examples.tablecatalog;

import dev.holdfast.CancelledException;
import dev.holdfast.CommitUnknownException;
import dev.holdfast.ConflictException;
import dev.holdfast.DeadlineExceededException;
import dev.holdfast.HoldfastException;
import dev.holdfast.Problem;
import java.util.Locale;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Errors in the catalog's own shape, counted by kind. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class CatalogAdvice {

  private final CatalogMetrics metrics;

  CatalogAdvice(CatalogMetrics metrics) {
    this.metrics = metrics;
  }

  @ExceptionHandler
  ResponseEntity<ErrorModel> own(CatalogException error) {
    return answer(error.status(), error.type(), String.valueOf(error.getMessage()));
  }

  /** 55P03, 40P01, 40001 after all retries: nothing was committed, the client may try again. */
  @ExceptionHandler
  ResponseEntity<ErrorModel> conflict(ConflictException error) {
    metrics.failed(error.conflict().name().toLowerCase(Locale.ROOT));
    return answer(
        409,
        "CommitFailedException",
        "table is being modified by another operation: " + error.getMessage());
  }

  /**
   * 503, since nothing was committed. Clients of such catalogs read 504 as "the state of the commit
   * is unknown", and then neither retry nor clean up.
   */
  @ExceptionHandler
  ResponseEntity<ErrorModel> deadline(DeadlineExceededException error) {
    metrics.failed("deadline");
    return answer(503, "ServiceUnavailableException", String.valueOf(error.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ErrorModel> cancelled(CancelledException error) {
    metrics.failed("cancelled");
    return answer(503, "ServiceUnavailableException", String.valueOf(error.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ErrorModel> unknown(CommitUnknownException error) {
    metrics.failed("commit_unknown");
    return answer(500, "CommitStateUnknownException", String.valueOf(error.getMessage()));
  }

  @ExceptionHandler
  ResponseEntity<ErrorModel> other(HoldfastException error) {
    Problem problem = Problem.of(error);
    metrics.failed(problem.type());
    return answer(problem.status(), error.getClass().getSimpleName(), problem.detail());
  }

  private static ResponseEntity<ErrorModel> answer(int status, String type, String message) {
    ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
    if (status == 503) {
      answer.header("Retry-After", "1");
    }
    return answer.body(ErrorModel.of(status, type, message));
  }
}
