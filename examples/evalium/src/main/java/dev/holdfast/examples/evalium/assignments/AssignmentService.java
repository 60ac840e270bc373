package dev.holdfast.examples.evalium.assignments;

import dev.holdfast.examples.evalium.db.Sql;
import dev.holdfast.examples.evalium.db.Work;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import org.springframework.stereotype.Service;

@Service
public class AssignmentService {

  private final Work work;

  public AssignmentService(Work work) {
    this.work = work;
  }

  /** A candidate is to take an evaluation, within this time. */
  public long createAssignment(
      long evaluation, long candidate, OffsetDateTime opensAt, OffsetDateTime closesAt) {
    return work.run(
        "CreateAssignment",
        sql -> {
          long assignment =
              sql.number(
                  """
                  insert into assignments (evaluation_id, candidate_id) values (?, ?)
                  returning id
                  """,
                  evaluation,
                  candidate);
          sql.update(
              """
              insert into assignment_schedules (assignment_id, opens_at, closes_at)
              values (?, ?, ?)
              """,
              assignment,
              opensAt,
              closesAt);
          return assignment;
        });
  }

  /**
   * Phase 2 of an enrolment: an assignment for each requirement. Idempotent: what is there already
   * stays as it is.
   */
  public int createAssignmentsForEnrolment(
      long enrolment, long candidate, Iterable<Requirement> requirements) {
    return work.run(
        "ProgrammeAssignmentsWorker",
        sql -> {
          int made = 0;
          for (Requirement requirement : requirements) {
            made += create(sql, enrolment, candidate, requirement);
          }
          return made;
        });
  }

  private static int create(Sql sql, long enrolment, long candidate, Requirement requirement)
      throws SQLException {
    return sql.update(
        """
        insert into assignments (evaluation_id, candidate_id, enrolment_id, requirement_id)
        values (?, ?, ?, ?)
        on conflict (enrolment_id, requirement_id) do nothing
        """,
        requirement.evaluation(),
        candidate,
        enrolment,
        requirement.id());
  }

  /** What a programme asks for. */
  public record Requirement(long id, long evaluation) {}
}
