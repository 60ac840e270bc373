package dev.holdfast.examples.evalium.locks;

import dev.holdfast.examples.evalium.db.Sql;
import java.sql.SQLException;
import java.util.List;

/** The lock helper of cluster B2. */
public final class ProgrammeLocks {

  private ProgrammeLocks() {}

  /** An enrolment with its progress; false: there is no such enrolment. */
  public static boolean lockEnrolmentAndProgress(Sql sql, long enrolment) throws SQLException {
    List<Long> found =
        sql.numbers("select id from program_enrolments where id = ? for update", enrolment);
    sql.numbers("select id from program_progress where enrolment_id = ? for update", enrolment);
    return !found.isEmpty();
  }
}
