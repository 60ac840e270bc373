package dev.holdfast.policy.graph;

import dev.holdfast.policy.jdbc.JdbcObserver;
import dev.holdfast.policy.jdbc.ObservedDataSource;
import dev.holdfast.policy.jdbc.SessionObserver;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Keeps what the transactions of a program do, for {@link LockGraph}. Thread-safe; its memory is
 * bounded by {@link RecorderLimits}, and it counts what it left out.
 */
public final class LockRecorder implements JdbcObserver {

  private final RecorderLimits limits;
  private final Map<Object, Kept> kept = new LinkedHashMap<>();
  private int ended;
  private long leftOut;

  public LockRecorder() {
    this(RecorderLimits.DEFAULT);
  }

  public LockRecorder(RecorderLimits limits) {
    this.limits = limits;
  }

  /** A data source whose connections are recorded. */
  public DataSource observe(DataSource dataSource) {
    return ObservedDataSource.of(dataSource, this);
  }

  @Override
  public SessionObserver opened() {
    return new RecordingSession(this, limits.steps());
  }

  @Override
  public boolean wantsParameters() {
    return true;
  }

  /** What was kept, in the order in which it ended. */
  public synchronized List<RecordedTransaction> transactions() {
    return kept.values().stream()
        .flatMap(some -> some.samples().stream())
        .sorted(Comparator.comparingInt(RecordedTransaction::number))
        .toList();
  }

  /**
   * Transactions of kinds that there was no room for, and statements behind a transaction's last
   * kept one. Further samples of a kind do not count, unless they may have locked in an order that
   * none before them had.
   */
  public synchronized long leftOut() {
    return leftOut;
  }

  /** Takes over what another one kept, as if it had run here. */
  public void addAll(LockRecorder other) {
    List<RecordedTransaction> more = other.transactions();
    long missing = other.leftOut();
    synchronized (this) {
      leftOut += missing;
      more.forEach(each -> ended(each.thread(), each.steps()));
    }
  }

  synchronized void leaveOut() {
    leftOut++;
  }

  synchronized void ended(String thread, List<RecordedStep> steps) {
    ended++;
    Object kind = steps.stream().map(s -> List.of(s.kind(), s.text(), s.stack())).toList();
    Kept some = kept.get(kind);
    if (some == null) {
      if (kept.size() >= limits.kinds()) {
        leftOut++;
        return;
      }
      some = new Kept(limits.samples());
      kept.put(kind, some);
    }
    if (!some.add(new RecordedTransaction(ended, thread, steps))) {
      leftOut++;
    }
  }
}
