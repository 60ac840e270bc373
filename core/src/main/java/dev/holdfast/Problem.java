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
 * modified by another operation, for one that is already claimed, for a lease deadlock, and for a
 * stale version; 412 for a stale version that came from If-Match, 428 if If-Match is missing; 410
 * for a lost lease or claim; 403 for a token that is not the lease's; 404 for a missing row; 400
 * for a bad request; 429 when too much is under way; 503 when the database does not answer or the
 * caller cancelled; 504 when the deadline passed.
 *
 * @param status the HTTP status
 * @param type a short name of the kind of problem, stable for programs
 * @param title the same for people
 * @param detail what happened this time
 * @param extensions further members: resource, holder, since, until, fence (a string: 64 bits);
 *     table, key, expected and actual version
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
      return new Problem(410, "lost", "The lease was lost", detail, loss(lost));
    }
    if (error instanceof LeaseDeadlockException deadlock) {
      return new Problem(
          409,
          "deadlock",
          "The wait would never end",
          detail,
          Map.of("resource", deadlock.resource(), "cycle", deadlock.cycle(), "retryAfter", "1"));
    }
    if (error instanceof WrongTokenException wrong) {
      return new Problem(
          403,
          "wrong-token",
          "The token is not that of the lease",
          detail,
          Map.of("resource", wrong.resource(), "fence", Long.toString(wrong.fence())));
    }
    if (error instanceof StaleVersionException stale) {
      return new Problem(
          stale.ifMatch() ? 412 : 409, "stale", "The row was changed", detail, versions(stale));
    }
    if (error instanceof RowExistsException exists) {
      return new Problem(
          409, "exists", "The row exists already", detail, row(exists.table(), exists.key()));
    }
    if (error instanceof VersionRequiredException) {
      return new Problem(428, "version-required", "If-Match is required", detail, Map.of());
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
      return new Problem(503, "cancelled", "The request was cancelled", detail, retryIn(1));
    }
    if (error instanceof InvalidRequestException) {
      return new Problem(400, "invalid", "The request is not valid", detail, Map.of());
    }
    if (error instanceof OverloadedException) {
      return new Problem(429, "overloaded", "Too many requests are under way", detail, retryIn(1));
    }
    if (error instanceof DatabaseUnavailableException
        || error instanceof ClosedException
        || (error instanceof RequestFailedException request && request.isDatabaseAway())) {
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

  private static Map<String, String> loss(LeaseLostException lost) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("resource", lost.resource());
    members.put("fence", Long.toString(lost.fence()));
    if (lost.successorFence() != null) {
      members.put("successorFence", Long.toString(lost.successorFence()));
    }
    return members;
  }

  private static Map<String, String> versions(StaleVersionException stale) {
    Map<String, String> members = new LinkedHashMap<>(row(stale.table(), stale.key()));
    members.put("expected", stale.expected().toString());
    if (stale.actual() != null) {
      members.put("actual", stale.actual().toString());
    }
    return members;
  }

  private static Map<String, String> row(String table, String key) {
    return Map.of("table", table, "key", key);
  }

  private static Map<String, String> retryIn(int seconds) {
    return Map.of("retryAfter", Integer.toString(seconds));
  }

  private static long seconds(Duration duration) {
    return (duration.toMillis() + 999) / 1000;
  }
}
