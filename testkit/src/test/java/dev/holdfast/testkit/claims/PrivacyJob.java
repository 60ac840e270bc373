package dev.holdfast.testkit.claims;

import dev.holdfast.outbox.JobStep;
import dev.holdfast.outbox.JobType;
import java.sql.SQLException;
import java.sql.Statement;

/** Precheck, scrub, finalize: each adds to a count, so that doing it twice shows. */
final class PrivacyJob {

  static final String TABLES =
      """
      create table privacy_hold (subject text);
      create table step_done (step text, times integer);
      insert into step_done values ('precheck', 0), ('scrub', 0), ('finalize', 0)
      """;

  private PrivacyJob() {}

  static JobType sound() {
    return crashingAt("");
  }

  /** Ends its process there, without a word to anybody, be it in the middle of a transaction. */
  static JobType crashingAt(String point) {
    return JobType.named("privacy")
        .step("precheck", PrivacyJob::noHold, step -> count(step, point))
        .step("scrub", PrivacyJob::noHold, step -> count(step, point))
        .step("finalize", step -> count(step, point));
  }

  private static boolean noHold(JobStep step) throws SQLException {
    try (Statement statement = step.connection().createStatement();
        var row = statement.executeQuery("select 1 from privacy_hold")) {
      return !row.next();
    }
  }

  private static void count(JobStep step, String crashPoint) throws SQLException {
    if (crashPoint.equals("before " + step.name())) {
      Runtime.getRuntime().halt(9);
    }
    try (Statement statement = step.connection().createStatement()) {
      statement.execute(
          "update step_done set times = times + 1 where step = '" + step.name() + "'");
    }
    if (crashPoint.equals("after " + step.name())) {
      Runtime.getRuntime().halt(9);
    }
  }
}
