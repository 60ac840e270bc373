package dev.holdfast.examples.evalium.remediation;

import dev.holdfast.examples.evalium.db.Sql;
import dev.holdfast.examples.evalium.db.Work;
import dev.holdfast.examples.evalium.locks.DeliveryLocks;
import java.sql.SQLException;
import java.util.List;
import org.springframework.stereotype.Service;

/** Corrects results that were scored wrongly, in batches. */
@Service
public class RemediationService {

  private final Work work;

  public RemediationService(Work work) {
    this.work = work;
  }

  /** Applies a batch once; how many submissions were corrected, 0 if it had been applied before. */
  public int applyCorrectionBatch(long batch) {
    return work.run(
        "ApplyRemediationBatch",
        sql -> {
          List<Long> submissions = DeliveryLocks.lockRemediationBatchEntities(sql, batch);
          int begun =
              sql.update(
                  """
                  update result_correction_batches set status = 'applied'
                  where id = ? and status = 'draft'
                  """,
                  batch);
          return begun == 0 ? 0 : correct(sql, batch, submissions);
        });
  }

  private static int correct(Sql sql, long batch, List<Long> submissions) throws SQLException {
    for (long submission : submissions) {
      sql.update(
          """
          insert into submission_score_versions (submission_id, version, score)
          select s.id,
                 (select count(*) + 1 from submission_score_versions v where v.submission_id = s.id),
                 s.score + (select sum(c.points) from result_corrections c
                            where c.batch_id = ? and c.submission_id = s.id)
          from submissions s
          where s.id = ?
          """,
          batch,
          submission);
      sql.update(
          """
          update submissions s
          set score = (select v.score from submission_score_versions v
                       where v.submission_id = s.id order by v.version desc limit 1)
          where s.id = ?
          """,
          submission);
    }
    return submissions.size();
  }
}
