package dev.holdfast.spring.web;

import dev.holdfast.HoldfastException;
import dev.holdfast.Problem;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers Holdfast's exceptions, and no others. */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
final class HoldfastProblems {

  private static final System.Logger LOG = System.getLogger("dev.holdfast.spring");
  private static final int SERVER_ERROR = 500;
  private static final String RETRY_AFTER = "retryAfter";

  @ExceptionHandler
  ResponseEntity<ProblemDetail> answer(HoldfastException error) {
    Problem problem = Problem.of(error);
    if (problem.status() >= SERVER_ERROR) {
      LOG.log(Level.WARNING, "a request failed", error);
    }
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(problem.status()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (problem.retryAfter() != null) {
      answer.header(HttpHeaders.RETRY_AFTER, problem.retryAfter());
    }
    return answer.body(detail(problem));
  }

  /** What went wrong on our side is for the log: it may name tables and statements. */
  private static ProblemDetail detail(Problem problem) {
    ProblemDetail detail = ProblemDetail.forStatus(problem.status());
    detail.setType(URI.create("urn:holdfast:problem:" + problem.type()));
    detail.setTitle(problem.title());
    detail.setDetail(
        problem.status() >= SERVER_ERROR
            ? "the request could not be done; the log of the application says more"
            : problem.detail());
    Map<String, String> members = new TreeMap<>(problem.extensions());
    members.remove(RETRY_AFTER);
    members.forEach(detail::setProperty);
    return detail;
  }
}
