package dev.holdfast.spring.actuate;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastEvent.DatabaseBack;
import dev.holdfast.HoldfastEvent.DatabaseLost;
import dev.holdfast.HoldfastEvent.LeaseLost;
import dev.holdfast.HoldfastListener;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How Holdfast is, from what it tells: no round trip, so that it answers when the database does
 * not. A lost lease is remembered for a minute.
 */
final class Wellbeing implements HoldfastListener {

  private static final long REMEMBERED = Duration.ofMinutes(1).toNanos();

  /** In the order of gravity. */
  enum Condition {
    UP,
    /** Leases were lost lately: work went on that was somebody else's by then. */
    DEGRADED,
    /** The database is away: nobody gets a lease, held ones end. */
    DOWN
  }

  private final AtomicLong lost = new AtomicLong();
  private volatile @Nullable String away;
  private volatile @Nullable Loss lastLoss;

  private record Loss(String why, long at) {}

  @Override
  public void on(HoldfastEvent event) {
    if (event instanceof DatabaseLost databaseLost) {
      away = databaseLost.why();
    } else if (event instanceof DatabaseBack) {
      away = null;
    } else if (event instanceof LeaseLost leaseLost) {
      lost.incrementAndGet();
      lastLoss = new Loss(leaseLost.why(), System.nanoTime());
    }
  }

  Condition condition() {
    if (away != null) {
      return Condition.DOWN;
    }
    return recentLoss() == null ? Condition.UP : Condition.DEGRADED;
  }

  /** For people; no names of resources, which may be anybody's data. */
  Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("leasesLost", lost.get());
    Loss loss = recentLoss();
    if (loss != null) {
      details.put("lastLoss", loss.why());
    }
    String why = away;
    if (why != null) {
      details.put("database", why);
    }
    return details;
  }

  private @Nullable Loss recentLoss() {
    Loss loss = lastLoss;
    return loss == null || System.nanoTime() - loss.at() > REMEMBERED ? null : loss;
  }
}
