package dev.holdfast;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error as an HTTP answer, in the shape of RFC 9457: the one place that knows statuses.
 *
 * <p>409 for a held resource, with the holder's details and Retry-After, for one that is being
 * modified by another operation, and for one that is already claimed; 410 for a lost lease or
 * claim; 404 for a missing row; 400 for a bad request; 429 when too much is under way; 499 when the
 * caller cancelled; 503 when the database does not answer; 504 when the deadline passed.
 *
 * @param status the HTTP status
 * @param type a short name of the kind of problem, stable for programs
 * @param title the same for people
 * @param detail what happened this time
 * @param extensions further members: resource, holder, since, until, fence (a string: 64 bits)
 */
public record Problem(
    int status, String type, String title, String detail, Map<String, String> extensions) {

  public Problem {
    extensions = Map.copyOf(extensions);
  }

  /** The answer for an error. */
  public static Problem of(HoldfastException error) {
    String detail = String.valueOf(error.getMessage());
    if (error instanceof LeaseHeldException held) {
      return new Problem(409, "held", "The resource is held", detail, holding(held));
    }
    if (error instanceof LeaseLostException lost) {
      return new Problem(
          410,
          "lost",
          "The lease was lost",
          detail,
          Map.of("resource", lost.resource(), "fence", Long.toString(lost.fence())));
    }
    if (error instanceof ClaimLostException lost) {
      return new Problem(
          410,
          "claim-lost",
          "The claim was lost",
          detail,
          Map.of(
              "table", lost.table(),
              "key", lost.key(),
              "version", Long.toString(lost.version())));
    }
    if (error instanceof ConflictException conflict) {
      return conflict(conflict, detail);
    }
    if (error instanceof AlreadyClaimedException claimed) {
      return new Problem(
          409,
          "already-claimed",
          "Somebody else was first",
          detail,
          Map.of("row", claimed.row(), "state", claimed.actual()));
    }
    if (error instanceof RowMissingException missing) {
      return new Problem(
          404, "missing", "There is no such row", detail, Map.of("row", missing.row()));
    }
    if (error instanceof DeadlineExceededException) {
      return new Problem(504, "deadline", "It took too long", detail, retryIn(1));
    }
    if (error instanceof CancelledException) {
      return new Problem(499, "cancelled", "The request was cancelled", detail, Map.of());
    }
    if (error instanceof InvalidRequestException) {
      return new Problem(400, "invalid", "The request is not valid", detail, Map.of());
    }
    if (error instanceof OverloadedException) {
      return new Problem(429, "overloaded", "Too many requests are under way", detail, retryIn(1));
    }
    if (error instanceof DatabaseUnavailableException || error instanceof ClosedException) {
      return new Problem(503, "unavailable", "The service is unavailable", detail, retryIn(5));
    }
    if (error instanceof WaitInterruptedException) {
      return new Problem(503, "interrupted", "The wait was interrupted", detail, retryIn(1));
    }
    if (error instanceof CommitUnknownException) {
      return new Problem(500, "commit-unknown", "The outcome is unknown", detail, Map.of());
    }
    return new Problem(500, "failed", "The request failed", detail, Map.of());
  }

  /** The value of the Retry-After header in whole seconds; null if there is none to give. */
  public @Nullable String retryAfter() {
    return extensions.get("retryAfter");
  }

  private static Problem conflict(ConflictException conflict, String detail) {
    return new Problem(
        409,
        "conflict",
        "The resource is being modified by another operation",
        detail,
        Map.of(
            "conflict",
            conflict.conflict().name().toLowerCase(Locale.ROOT).replace('_', '-'),
            "attempts",
            Integer.toString(conflict.attempts()),
            "retryAfter",
            "1"));
  }

  private static Map<String, String> holding(LeaseHeldException held) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("resource", held.resource());
    members.put("holder", held.holder());
    members.put("fence", Long.toString(held.fence()));
    if (held.since() != null) {
      members.put("since", held.since().toString());
    }
    if (held.until() != null) {
      members.put("until", held.until().toString());
    }
    members.put("retryAfter", Long.toString(seconds(held.retryAfter())));
    return members;
  }

  private static Map<String, String> retryIn(int seconds) {
    return Map.of("retryAfter", Integer.toString(seconds));
  }

  private static long seconds(Duration duration) {
    return (duration.toMillis() + 999) / 1000;
  }
}
