package dev.holdfast.examples.support;

import dev.holdfast.HoldfastException;
import dev.holdfast.Problem;
import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Holdfast's errors as problem details. The statuses are Holdfast's own: see {@link Problem}. */
@RestControllerAdvice
class ProblemAdvice {

  @ExceptionHandler
  ResponseEntity<ProblemDetail> answer(HoldfastException error) {
    Problem problem = Problem.of(error);
    ProblemDetail detail = ProblemDetail.forStatus(problem.status());
    detail.setType(URI.create("urn:holdfast:problem:" + problem.type()));
    detail.setTitle(problem.title());
    detail.setDetail(problem.detail());
    problem.extensions().forEach(detail::setProperty);
    return ResponseEntity.status(problem.status())
        .headers(headers -> retryAfter(headers, problem))
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(detail);
  }

  private static void retryAfter(HttpHeaders headers, Problem problem) {
    String seconds = problem.retryAfter();
    if (seconds != null) {
      headers.set(HttpHeaders.RETRY_AFTER, seconds);
    }
  }
}
