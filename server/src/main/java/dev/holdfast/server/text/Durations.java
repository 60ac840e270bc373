package dev.holdfast.server.text;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: 500ms, 30s, 5m, 2h, 1d, 1m30s, or ISO 8601 (PT30S). */
public final class Durations {
  private static final Pattern WHOLE = Pattern.compile("(\\d{1,12}(ms|s|m|h|d))+");
  private static final Pattern PART = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private Durations() {}

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException that says what to write
   */
  public static Duration parse(String text) {
    try {
      return read(text);
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no duration: write 500ms, 30s, 5m, 2h or PT30S");
    }
  }

  private static Duration read(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT);
    if (!WHOLE.matcher(plain).matches()) {
      return Duration.parse(text.strip());
    }
    Duration sum = Duration.ZERO;
    Matcher part = PART.matcher(plain);
    while (part.find()) {
      Duration unit = UNITS.getOrDefault(part.group(2), Duration.ZERO);
      sum = sum.plus(unit.multipliedBy(Long.parseLong(part.group(1))));
    }
    return sum;
  }

  /** For people: the two largest units that matter, "18 s", "4 m 12 s", "0.4 s". */
  public static String show(Duration duration) {
    Duration d = duration.isNegative() ? Duration.ZERO : duration;
    if (d.compareTo(Duration.ofSeconds(1)) < 0) {
      return String.format(Locale.ROOT, "0.%d s", d.toMillis() / 100);
    }
    if (d.toDays() > 0) {
      return d.toDays() + " d " + d.toHoursPart() + " h";
    }
    if (d.toHours() > 0) {
      return d.toHours() + " h " + d.toMinutesPart() + " m";
    }
    return d.toMinutes() > 0
        ? d.toMinutes() + " m " + d.toSecondsPart() + " s"
        : d.toSeconds() + " s";
  }
}
