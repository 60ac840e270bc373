package dev.holdfast.examples.evalium.results;

import dev.holdfast.Holdfast;
import dev.holdfast.examples.evalium.db.Work;
import dev.holdfast.examples.evalium.locks.DeliveryLocks;
import dev.holdfast.outbox.Event;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Service;

/** Delivery sessions and the submissions that come of them. */
@Service
public class ResultsService {

  /** Told in the transaction of a submission; the programme's progress hears of it. */
  public static final String SUBMITTED = "submission-created";

  private final Work work;
  private final Holdfast holdfast;

  public ResultsService(Work work, Holdfast holdfast) {
    this.work = work;
    this.holdfast = holdfast;
  }

  /** Starts to deliver an assignment; of many at once one succeeds. */
  public long createDeliverySession(long assignment, long candidate, Duration length) {
    return work.run(
        "StartDeliverySession",
        sql -> {
          if (!DeliveryLocks.lockAssignmentForDelivery(sql, assignment)) {
            throw new NoSuchAssignmentException(assignment);
          }
          List<Long> open =
              sql.numbers(
                  "select id from delivery_sessions where assignment_id = ? and status = 'open'",
                  assignment);
          if (!open.isEmpty()) {
            throw new AlreadyStartedException(assignment, open.get(0));
          }
          long session =
              sql.number(
                  """
                  insert into delivery_sessions (assignment_id, expires_at)
                  values (?, now() + ? * interval '1 millisecond')
                  returning id
                  """,
                  assignment,
                  length.toMillis());
          sql.update(
              "insert into submissions (delivery_session_id, candidate_id) values (?, ?)",
              session,
              candidate);
          return session;
        });
  }

  /** The candidate is done; false: the session was over already. */
  public boolean submit(long session, long enrolment) {
    return work.run(
        "SubmitDeliverySession",
        sql -> {
          if (!DeliveryLocks.lockSessionForSubmit(sql, session)) {
            return false;
          }
          sql.update("update delivery_sessions set status = 'closed' where id = ?", session);
          sql.update(
              "update submissions set status = 'submitted' where delivery_session_id = ?", session);
          holdfast
              .outbox()
              .append(sql.connection(), Event.json(SUBMITTED, Long.toString(enrolment)));
          return true;
        });
  }

  /** The reaper: closes sessions whose time is over, and hands in what is there. */
  public int closeExpiredSessions() {
    return work.run(
        "SessionReaper",
        sql -> {
          List<Long> sessions = DeliveryLocks.lockExpiredSessionsAndSubmissions(sql);
          sql.update(
              "update delivery_sessions set status = 'expired' where id = any (?)",
              sql.array(sessions));
          sql.update(
              "update submissions set status = 'submitted' where delivery_session_id = any (?)",
              sql.array(sessions));
          return sessions.size();
        });
  }
}
