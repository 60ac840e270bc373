package dev.holdfast.policy.guard;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.jdbc.JdbcObserver;
import dev.holdfast.policy.jdbc.SessionObserver;
import dev.holdfast.policy.sql.StatementLocks;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all sessions of one guarded data source share. */
final class Guard implements JdbcObserver {

  private static final System.Logger LOG = System.getLogger(PolicyDataSource.class.getName());

  private final Policy policy;
  private final GuardSettings settings;
  private final ViolationLog log;
  private final CallerSearch callers;
  private final CleanAlone cleanAlone;

  Guard(Policy policy, GuardSettings settings) {
    this.policy = policy;
    this.settings = settings;
    this.log = new ViolationLog(LOG, settings.logEvery(), System::nanoTime);
    this.callers = new CallerSearch(policy.helpers());
    this.cleanAlone = new CleanAlone(policy);
  }

  @Override
  public SessionObserver opened() {
    return new GuardSession(this);
  }

  Policy policy() {
    return policy;
  }

  List<StatementLocks> locksOf(String sql) {
    return settings.analysis().of(sql);
  }

  /** Whether this statement breaks nothing in a transaction that locks nothing else. */
  boolean isClean(StatementLocks statement, String sql, Actor actor) {
    return cleanAlone.is(statement, sql, actor);
  }

  /** Counted, if anybody wants to know. */
  void ordered(Ran before, StatementLocks statement) {
    OrderReports reports = settings.reports();
    if (reports != null) {
      reports.note(before.tables(), statement);
    }
  }

  CallerSearch callers() {
    return callers;
  }

  /** Where the policy speaks of a table, for people. */
  String placeOf(@Nullable TableName table) {
    return table == null ? "" : policy.table(table).map(Guard::words).orElse("");
  }

  private static String words(PlacedTable place) {
    String words =
        "%s is number %d of cluster %s"
            .formatted(place.name(), place.rank() + 1, place.cluster().name());
    int line = place.table().about().at().line();
    return line == 0 ? words : words + ", line " + line;
  }

  /** Tells everybody; then refuses, if that is its mode. */
  void judge(List<GuardFinding> findings) throws PolicyViolationException {
    for (GuardFinding finding : findings) {
      settings.listeners().forEach(listener -> tell(listener, finding));
    }
    if (settings.mode() == GuardMode.THROW) {
      throw new PolicyViolationException(findings);
    }
    findings.forEach(log::add);
  }

  private static void tell(GuardListener listener, GuardFinding finding) {
    try {
      listener.violated(finding);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a listener of the lock policy's guard failed", e);
    }
  }
}
