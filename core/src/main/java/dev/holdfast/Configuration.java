package dev.holdfast;

import java.lang.System.Logger.Level;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings as text: from properties ({@code holdfast.lock_timeout}) or from the environment ({@code
 * HOLDFAST_LOCK_TIMEOUT}). Durations are written {@code 100ms}, {@code 30s}, {@code 5m}, {@code 2h}
 * or {@code PT30S}. A property {@code holdfast.…} that nobody knows and a value that can't be read
 * are errors which name the key. {@code catalog.lock_timeout} and {@code
 * ICEBERG_CATALOG_LOCK_TIMEOUT} (and the two retry settings) are read too, ours going first.
 */
public final class Configuration {

  private static final System.Logger LOG = System.getLogger("dev.holdfast");

  private static final List<String> KEYS =
      List.of(
          "deadline",
          "holder",
          "lock_retry_interval",
          "lock_timeout",
          "max_lock_retries",
          "max_pending",
          "patience",
          "schema_mode",
          "slow_after");

  /** Variables of the command line and the test kit, which are read elsewhere. */
  private static final Pattern OTHERS = Pattern.compile("(URL|DATA|RESOURCE|FENCE|TEST_.*)");

  private static final List<String> PREFIXES =
      List.of("ICEBERG_CATALOG_", "catalog.", "HOLDFAST_", "holdfast.");
  private static final Pattern DURATION = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");

  private record Entry(String name, String value) {}

  private final Map<String, Entry> entries;

  private Configuration(Map<String, Entry> entries) {
    this.entries = entries;
  }

  /** Both kinds of names may stand in it: properties win over variables, ours over others'. */
  public static Configuration of(Map<String, String> texts) {
    Map<String, Entry> entries = new TreeMap<>();
    for (String prefix : PREFIXES) {
      texts.forEach(
          (name, value) -> {
            if (name.startsWith(prefix)) {
              String key = name.substring(prefix.length()).toLowerCase(Locale.ROOT);
              if (isKnown(prefix, key, name)) {
                entries.put(key, new Entry(name, value));
              }
            }
          });
    }
    return new Configuration(entries);
  }

  public static Configuration of(Properties properties) {
    Map<String, String> texts = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      texts.put(name, properties.getProperty(name));
    }
    return of(texts);
  }

  public static Configuration ofEnvironment() {
    return of(System.getenv());
  }

  public Optional<String> text(String key) {
    return entry(key).map(Entry::value);
  }

  public Optional<Duration> duration(String key) {
    return entry(key).map(Configuration::duration);
  }

  public Optional<Integer> integer(String key) {
    return entry(key).map(Configuration::integer);
  }

  /** One of these words, in any case; {@code -} counts as {@code _}. */
  public <E extends Enum<E>> Optional<E> choice(String key, Class<E> type) {
    return entry(key)
        .map(
            entry -> {
              String wanted = entry.value.strip().toUpperCase(Locale.ROOT).replace('-', '_');
              for (E each : List.of(type.getEnumConstants())) {
                if (each.name().equals(wanted)) {
                  return each;
                }
              }
              throw bad(entry, "one of " + List.of(type.getEnumConstants()));
            });
  }

  private Optional<Entry> entry(String key) {
    if (!KEYS.contains(key)) {
      throw new IllegalArgumentException("no such setting: " + key);
    }
    return Optional.ofNullable(entries.get(key));
  }

  private static boolean isKnown(String prefix, String key, String name) {
    if (KEYS.contains(key)) {
      return prefix.length() == "holdfast.".length() || key.contains("lock_");
    }
    if (prefix.equals("holdfast.")) {
      List<String> known = new ArrayList<>();
      KEYS.forEach(each -> known.add(prefix + each));
      throw new InvalidRequestException(
          "no such setting: " + name + "; known are " + String.join(", ", known));
    }
    String rest = key.toUpperCase(Locale.ROOT);
    if (prefix.equals("HOLDFAST_") && !OTHERS.matcher(rest).matches()) {
      LOG.log(Level.WARNING, "the variable {0} is none of Holdfast''s settings: ignored", name);
    }
    return false;
  }

  private static Duration duration(Entry entry) {
    String text = entry.value.strip();
    Matcher plain = DURATION.matcher(text.toLowerCase(Locale.ROOT));
    try {
      if (!plain.matches()) {
        return Duration.parse(text);
      }
      long number = Long.parseLong(plain.group(1));
      return switch (plain.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        default -> Duration.ofDays(number);
      };
    } catch (DateTimeException | ArithmeticException e) {
      throw bad(entry, "a duration such as 100ms, 30s, 5m, 2h or PT30S");
    }
  }

  private static int integer(Entry entry) {
    try {
      return Integer.parseInt(entry.value.strip().replace("_", ""));
    } catch (NumberFormatException e) {
      throw bad(entry, "a whole number");
    }
  }

  private static InvalidRequestException bad(Entry entry, String wanted) {
    return new InvalidRequestException(
        "%s must be %s, not '%s'".formatted(entry.name, wanted, entry.value));
  }
}
