package dev.holdfast.server.http;

import dev.holdfast.HoldfastException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.Problem;
import dev.holdfast.RequestFailedException;
import dev.holdfast.server.text.Json;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * From an error to the answer. What an error says inside stays inside, unless it is one of ours.
 */
final class Problems {
  private static final System.Logger LOG = System.getLogger("dev.holdfast.http");

  private Problems() {}

  static HttpProblem of(Throwable error) {
    Throwable cause = error;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof HttpProblem known) {
      return known;
    }
    HttpProblem trouble =
        cause instanceof RequestFailedException failed ? DatabaseTrouble.of(failed) : null;
    if (trouble != null) {
      return trouble;
    }
    if (cause instanceof HoldfastException known) {
      return of(known);
    }
    LOG.log(Level.ERROR, "a request failed, please report it", cause);
    return new HttpProblem(
        500, "failed", "The request failed", "unexpected; the log of the service says more");
  }

  private static HttpProblem of(HoldfastException error) {
    Problem problem = Problem.of(error);
    if (problem.status() >= 500) {
      LOG.log(Level.WARNING, "a request failed: " + problem.detail());
    }
    String detail =
        problem.status() >= 500
            ? "the database's answer is missing; see the log"
            : problem.detail();
    Map<String, @Nullable Object> members = new LinkedHashMap<>(problem.extensions());
    members.remove("retryAfter");
    String code = problem.type();
    if (error instanceof LeaseHeldException held) {
      members.put("waitedSeconds", held.waited());
      members.replace("since", held.since());
      members.replace("until", held.until());
      code = held.waited().isZero() ? code : "wait-timeout";
    }
    HttpProblem known = new HttpProblem(problem.status(), code, problem.title(), detail, members);
    String retryAfter = problem.retryAfter();
    return retryAfter == null ? known : known.retryAfter(Integer.parseInt(retryAfter));
  }

  /** {@code base}: the path prefix of the service. */
  static Answer answer(HttpProblem problem, String base) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("type", base + "/problems/" + problem.code());
    members.put("title", problem.title());
    members.put("status", problem.status());
    members.put("detail", String.valueOf(problem.getMessage()));
    members.putAll(problem.members());
    byte[] body = Json.write(members).getBytes(StandardCharsets.UTF_8);
    Answer answer = Answer.bytes(problem.status(), "application/problem+json", body);
    Object retryAfter = problem.members().get("retryAfterSeconds");
    answer = retryAfter == null ? answer : answer.withHeader("retry-after", retryAfter.toString());
    Object allow = problem.members().get("allow");
    answer = allow == null ? answer : answer.withHeader("allow", allow.toString());
    return problem.status() == 401 ? answer.withHeader("www-authenticate", "Bearer") : answer;
  }
}
