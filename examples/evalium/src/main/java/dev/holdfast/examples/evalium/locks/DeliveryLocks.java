package dev.holdfast.examples.evalium.locks;

import dev.holdfast.examples.evalium.db.Sql;
import java.sql.SQLException;
import java.util.List;

/** The lock helpers of cluster A: one a transaction, tables in the policy's order, rows by key. */
public final class DeliveryLocks {

  private static final int AT_ONCE = 100;

  private DeliveryLocks() {}

  /** An assignment with its open session and that one's submissions; false: there is no such. */
  public static boolean lockAssignmentForDelivery(Sql sql, long assignment) throws SQLException {
    boolean there =
        !sql.numbers("select id from assignments where id = ? for update", assignment).isEmpty();
    List<Long> sessions =
        sql.numbers(
            """
            select id from delivery_sessions
            where assignment_id = ? and status = 'open'
            order by id
            for update
            """,
            assignment);
    lockSubmissions(sql, sessions);
    return there;
  }

  /** An open session with its submission; false: it is not open any more. */
  public static boolean lockSessionForSubmit(Sql sql, long session) throws SQLException {
    List<Long> open =
        sql.numbers(
            "select id from delivery_sessions where id = ? and status = 'open' for update",
            session);
    lockSubmissions(sql, open);
    return !open.isEmpty();
  }

  /** Sessions whose time is over, up to a hundred that nobody else has, and their submissions. */
  public static List<Long> lockExpiredSessionsAndSubmissions(Sql sql) throws SQLException {
    List<Long> sessions =
        sql.numbers(
            """
            select id from delivery_sessions
            where status = 'open' and expires_at < now()
            order by id
            limit ?
            for update skip locked
            """,
            AT_ONCE);
    lockSubmissions(sql, sessions);
    return sessions;
  }

  /** All that a batch of corrections touches; the ids of its submissions. */
  public static List<Long> lockRemediationBatchEntities(Sql sql, long batch) throws SQLException {
    sql.numbers("select id from result_correction_batches where id = ? for update", batch);
    List<Long> submissions =
        sql.numbers(
            "select submission_id from result_corrections where batch_id = ? order by id for update",
            batch);
    sql.numbers(
        """
        select id from submission_score_versions
        where submission_id = any (?)
        order by id
        for update
        """,
        sql.array(submissions));
    return sql.numbers(
        "select id from submissions where id = any (?) order by id for update",
        sql.array(submissions));
  }

  private static void lockSubmissions(Sql sql, List<Long> sessions) throws SQLException {
    sql.numbers(
        """
        select id from submissions
        where delivery_session_id = any (?)
        order by id
        for update
        """,
        sql.array(sessions));
  }
}
