package dev.holdfast.examples.evalium.programmes;

import dev.holdfast.examples.evalium.db.Work;
import org.springframework.stereotype.Service;

/** Phase 1 of an enrolment; the assignments are cluster A's: {@link AssignmentsWorker}. */
@Service
public class EnrolmentService {

  private final Work work;

  public EnrolmentService(Work work) {
    this.work = work;
  }

  public long create(long programme, long candidate) {
    return work.run(
        "ProgrammeEnrolment",
        sql -> {
          long enrolment =
              sql.number(
                  """
                  insert into program_enrolments (programme_id, candidate_id) values (?, ?)
                  returning id
                  """,
                  programme,
                  candidate);
          sql.update("insert into program_progress (enrolment_id) values (?)", enrolment);
          sql.update(
              """
              insert into programme_assignment_outbox (enrolment_id, candidate_id) values (?, ?)
              """,
              enrolment,
              candidate);
          return enrolment;
        });
  }
}
