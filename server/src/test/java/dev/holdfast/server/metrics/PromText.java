package dev.holdfast.server.metrics;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text format as strictly as promtool does, and complains. */
public final class PromText {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-z][a-z0-9_]*)(\\{(.*)\\})? (-?[0-9.]+([eE]-?[0-9]+)?|\\+Inf|NaN)");
  private static final Pattern LABELS =
      Pattern.compile(
          "([a-z_]+=\"([^\"\\\\\n]|\\\\[\\\\\"n])*\")(,[a-z_]+=\"([^\"\\\\\n]|\\\\[\\\\\"n])*\")*");

  private final Map<String, String> types = new TreeMap<>();
  private final Map<String, Double> samples = new HashMap<>();
  private final Set<String> helped = new HashSet<>();

  private PromText() {}

  /** Fails with the first line that is wrong. */
  public static PromText read(String text) {
    PromText read = new PromText();
    if (!text.endsWith("\n")) {
      throw new AssertionError("the last line does not end");
    }
    text.lines().forEach(read::line);
    return read;
  }

  /** Names of metrics, as they are declared. */
  public Set<String> names() {
    return types.keySet();
  }

  public String type(String name) {
    return types.getOrDefault(name, "");
  }

  /** A sample by its name and labels as written. */
  public double value(String sample) {
    Double value = samples.get(sample);
    if (value == null) {
      throw new AssertionError("there is no " + sample + " in " + samples.keySet());
    }
    return value;
  }

  public Set<String> samples() {
    return samples.keySet();
  }

  private void line(String line) {
    if (line.startsWith("# HELP ")) {
      String[] parts = line.substring(7).split(" ", 2);
      require(NAME.matcher(parts[0]).matches() && parts[1].length() > 5, "no help", line);
      require(helped.add(parts[0]), "told twice", line);
    } else if (line.startsWith("# TYPE ")) {
      String[] parts = line.substring(7).split(" ", 2);
      require(helped.contains(parts[0]), "a type before its help", line);
      require(Set.of("counter", "gauge", "histogram").contains(parts[1]), "no such type", line);
      require(
          parts[1].equals("counter") == parts[0].endsWith("_total"),
          "counters, and only they, end in _total",
          line);
      require(types.put(parts[0], parts[1]) == null, "told twice", line);
    } else {
      sample(line);
    }
  }

  private void sample(String line) {
    Matcher matcher = SAMPLE.matcher(line);
    require(matcher.matches(), "no sample", line);
    String labels = matcher.group(3);
    require(labels == null || LABELS.matcher(labels).matches(), "labels", line);
    String name = matcher.group(1);
    String family = types.containsKey(name) ? name : name.replaceFirst("_(bucket|sum|count)$", "");
    require(types.containsKey(family), "a sample without a type", line);
    require(name.equals(family) || type(family).equals("histogram"), "no histogram", line);
    String key = line.substring(0, line.lastIndexOf(' '));
    double value =
        matcher.group(4).equals("+Inf")
            ? Double.POSITIVE_INFINITY
            : Double.parseDouble(matcher.group(4));
    require(samples.put(key, value) == null, "told twice", line);
  }

  private static void require(boolean condition, String complaint, String line) {
    if (!condition) {
      throw new AssertionError(complaint + ": " + line);
    }
  }
}
