package dev.holdfast.server.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Cancels statements and ends sessions of PostgreSQL, with who and why on record. */
final class BackendRoutes implements Routes {
  private static final System.Logger LOG = System.getLogger("dev.holdfast.http");

  private final Backend backend;

  BackendRoutes(Backend backend) {
    this.backend = backend;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.blocking(
            "POST",
            "/api/v1/backends/{pid}/cancel",
            Role.ADMIN,
            exchange -> end(exchange, "cancel", "backend-cancelled")),
        Endpoint.blocking(
            "POST",
            "/api/v1/backends/{pid}/terminate",
            Role.ADMIN,
            exchange -> end(exchange, "terminate", "backend-terminated")));
  }

  private Answer end(Exchange exchange, String act, String kind) {
    if (!exchange.caller().prefixes().isEmpty()) {
      throw HttpProblem.forbidden(
          "sessions belong to no resource: this needs an access token without prefixes");
    }
    int pid = pid(exchange.variable("pid"));
    Members body = exchange.members("backendStart", "reason");
    Instant start = start(body.requiredText("backendStart"));
    String reason = body.requiredText("reason");
    String by = Reasons.checked(reason, exchange.caller());
    String outcome =
        Query.run(
                backend.pool(),
                act + " of session " + pid,
                ServiceSql.END_BACKEND,
                row -> String.valueOf(row.getString(1)),
                pid,
                start.atOffset(ZoneOffset.UTC),
                act,
                kind,
                by,
                reason,
                "pid " + pid)
            .get(0);
    return answer(outcome, act, pid, by);
  }

  private static Answer answer(String outcome, String act, int pid, String by) {
    return switch (outcome) {
      case "done" -> {
        LOG.log(System.Logger.Level.INFO, by + " asked for " + act + " of session " + pid);
        yield Answer.empty(202);
      }
      case "reused" ->
          throw new HttpProblem(
                  409,
                  "pid-reused",
                  "Another session has this pid",
                  "the session that began then is over, and its pid is another's: look again")
              .with("pid", pid);
      case "hidden" ->
          throw HttpProblem.forbidden(
              "the service may not see when that session began: grant pg_read_all_stats to its"
                  + " database role");
      default -> throw HttpProblem.notFound("there is no such session in this database any more");
    };
  }

  private static int pid(String text) {
    if (!text.matches("\\d{1,9}")) {
      throw HttpProblem.notFound("a pid is a number");
    }
    return Integer.parseInt(text);
  }

  private static Instant start(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw HttpProblem.invalid(
          "backendStart is a time as it was shown, such as 2026-01-31T12:00:00.000Z");
    }
  }
}
