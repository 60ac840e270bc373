package dev.holdfast.examples.permitworkflow;

import static dev.holdfast.version.Assignments.set;

import dev.holdfast.AlreadyClaimedException;
import dev.holdfast.Holdfast;
import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import dev.holdfast.row.Row;
import dev.holdfast.row.RowLock;
import dev.holdfast.row.Rows;
import dev.holdfast.transaction.Transaction;
import dev.holdfast.transaction.TransactionOptions;
import dev.holdfast.version.VersionedTable;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.stereotype.Service;

/** What officers do: pessimistic, strictly one transition of an application after the other. */
@Service
class Workflow {

  private static final RowLock APPLICATIONS = RowLock.of("applications", "id");

  private final Rows rows;
  private final VersionedTable table;
  private final TransactionOptions options;

  Workflow(Holdfast holdfast, WorkflowSettings settings) {
    this.rows = holdfast.rows();
    this.table = holdfast.versions().table("applications", "id");
    this.options = settings.transition();
  }

  /** The citizen hands the draft in, as seen. */
  Version submit(long id, VersionCheck seen) {
    return move(
        id, new Move(Set.of(State.DRAFT), State.SUBMITTED, "", seen, set("desk", "intake")));
  }

  /** One officer takes it. */
  Version claim(long id, String officer) {
    Set<State> queues = Set.of(State.SUBMITTED, State.FORWARDED);
    return move(
        id,
        new Move(
            queues, State.CLAIMED, officer, VersionCheck.current(), set("assigned_to", officer)));
  }

  /** The officer who has it passes it on to another desk. */
  Version forward(long id, String officer, String desk, VersionCheck seen) {
    return move(
        id,
        new Move(
            Set.of(State.CLAIMED),
            State.FORWARDED,
            officer,
            seen,
            set("assigned_to", null).and("desk", desk)));
  }

  /** The officer who has it decides, on the version that he or she has read. */
  Version decide(long id, String officer, State decision, VersionCheck seen) {
    return move(
        id, new Move(Set.of(State.CLAIMED), decision, officer, seen, set("desk", "archive")));
  }

  /**
   * Locks the row, looks at what it is now, writes.
   *
   * @throws AlreadyClaimedException if it is in another state by now
   * @throws dev.holdfast.StaleVersionException if it is not the version that was seen
   * @throws dev.holdfast.LockTimeoutException if somebody else had it locked for all of the time
   */
  private Version move(long id, Move move) {
    return rows.withLock(APPLICATIONS, id, options, (tx, row) -> move(tx, row, id, move));
  }

  private Version move(Transaction tx, Row row, long id, Move move) {
    State state = State.valueOf(row.text("state"));
    if (!move.from().contains(state)) {
      throw new AlreadyClaimedException("applications " + id, text(move.from()), state.name());
    }
    if (move.isTheHoldersAlone() && !move.officer().equals(row.value("assigned_to"))) {
      throw new NotYoursException(id, move.officer());
    }
    Version version =
        table.in(tx).update(id, move.seen(), move.also().and("state", move.to().name()));
    JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(tx.connection(), true));
    jdbc.update(
        WorkflowSql.RECORD, id, state.name(), move.to().name(), move.officer(), version.number());
    jdbc.update(
        WorkflowSql.NOTIFY, id, row.text("citizen"), "Your application is " + move.to() + " now.");
    return version;
  }

  private static String text(Set<State> states) {
    return String.join(" or ", states.stream().map(State::name).sorted().toList());
  }
}
