package dev.holdfast.policy.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.Actor;
import dev.holdfast.policy.TableName;
import dev.holdfast.policy.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ViolationLogTest {

  private final Lines lines = new Lines();
  private long now;
  private final ViolationLog log = new ViolationLog(lines, Duration.ofMinutes(1), () -> now);

  @Test
  @DisplayName("P4: the same violation is logged once a minute, with the number of those between")
  void throttled() {
    log.add(finding("bills", "a"));
    log.add(finding("bills", "a"));
    log.add(finding("bills", "a"));
    log.add(finding("boxes", "a"));
    log.add(finding("bills", "b"));
    assertThat(lines.written).hasSize(3);

    now += Duration.ofMinutes(1).toNanos();
    log.add(finding("bills", "a"));
    log.add(finding("boxes", "a"));

    assertThat(lines.written).hasSize(5);
    assertThat(lines.written.get(3)).contains("rule order").endsWith("(2 more since)");
    assertThat(lines.written.get(4)).doesNotContain("more since");
  }

  @Test
  @DisplayName(
      "P4: the log remembers a bounded number, and tells what it counted before it forgets")
  void bounded() {
    log.add(finding("bills", "first"));
    log.add(finding("bills", "first"));
    for (int i = 0; i < 2 * ViolationLog.MOST; i++) {
      log.add(finding("bills", "sql " + i));
    }
    assertThat(lines.written).hasSizeLessThan(ViolationLog.MOST + 10);

    now += Duration.ofMinutes(2).toNanos();
    log.add(finding("bills", "fresh"));

    assertThat(lines.written).anyMatch(line -> line.contains("1 more since it was logged"));
    assertThat(lines.written.get(lines.written.size() - 1)).contains("Statement: fresh.");
  }

  private static GuardFinding finding(String table, String sql) {
    Violation violation = new Violation("order", TableName.of(table), "It is so.", "Change it.");
    return new GuardFinding(violation, sql, Actor.undeclared(), "", List.of());
  }

  private static final class Lines implements System.Logger {
    private final List<String> written = new ArrayList<>();

    @Override
    public String getName() {
      return "lines";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
      written.add(message);
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String format, Object... arguments) {
      written.add(format);
    }
  }
}
