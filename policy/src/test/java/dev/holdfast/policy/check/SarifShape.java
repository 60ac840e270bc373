package dev.holdfast.policy.check;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What SARIF 2.1.0 asks of the parts that we write: required members, no others, right values. */
final class SarifShape {
  private static final Set<String> LEVELS = Set.of("none", "note", "warning", "error");
  private final List<String> problems = new ArrayList<>();

  private SarifShape() {}

  static String problems(Map<?, ?> log) {
    SarifShape shape = new SarifShape();
    shape.members(log, Set.of("version", "runs"), Set.of("$schema"));
    shape.each(part(log, "runs"), shape::run);
    return String.join("\n", shape.problems);
  }

  private static Object part(Map<?, ?> object, String name) {
    return Objects.requireNonNull(object.get(name), name);
  }

  private static Map<?, ?> object(Map<?, ?> object, String name) {
    return (Map<?, ?>) part(object, name);
  }

  private interface Check {
    void check(Map<?, ?> object);
  }

  private void each(Object list, Check check) {
    for (Object element : (List<?>) list) {
      check.check((Map<?, ?>) element);
    }
  }

  private void members(Object object, Set<String> required, Set<String> optional) {
    Set<String> keys =
        ((Map<?, ?>) object).keySet().stream().map(String::valueOf).collect(Collectors.toSet());
    required.stream().filter(k -> !keys.contains(k)).forEach(k -> problems.add("missing " + k));
    keys.stream()
        .filter(k -> !required.contains(k) && !optional.contains(k))
        .forEach(k -> problems.add("unknown " + k));
  }

  private void run(Map<?, ?> run) {
    members(
        run, Set.of("tool", "results"), Set.of("columnKind", "originalUriBaseIds", "invocations"));
    Map<?, ?> driver = object(object(run, "tool"), "driver");
    members(driver, Set.of("name"), Set.of("version", "rules"));
    List<Object> ids = new ArrayList<>();
    each(part(driver, "rules"), rule -> ids.add(rule(rule)));
    if (Set.copyOf(ids).size() < ids.size()) {
      problems.add("a rule twice");
    }
    each(
        part(run, "invocations"),
        i -> {
          members(i, Set.of("executionSuccessful", "toolExecutionNotifications"), Set.of());
          each(part(i, "toolExecutionNotifications"), this::notification);
        });
    each(part(run, "results"), result -> result(result, ids));
  }

  /** What the code hosts ask of a rule besides, as the official validator says. */
  private Object rule(Map<?, ?> rule) {
    members(
        rule,
        Set.of("id", "shortDescription", "fullDescription", "help"),
        Set.of("defaultConfiguration"));
    for (String name : List.of("shortDescription", "fullDescription", "help")) {
      members(part(rule, name), Set.of("text"), Set.of());
    }
    Object level = object(rule, "defaultConfiguration").get("level");
    if (!LEVELS.contains(String.valueOf(level))) {
      problems.add("level of " + rule);
    }
    return part(rule, "id");
  }

  private void notification(Map<?, ?> notification) {
    members(notification, Set.of("message"), Set.of("level"));
    members(part(notification, "message"), Set.of("text"), Set.of());
  }

  private void result(Map<?, ?> result, List<Object> rules) {
    members(
        result, Set.of("message", "ruleId", "level", "locations"), Set.of("partialFingerprints"));
    members(part(result, "message"), Set.of("text"), Set.of());
    if (!rules.contains(part(result, "ruleId"))
        || !LEVELS.contains(String.valueOf(part(result, "level")))) {
      problems.add("rule or level of " + result);
    }
    each(part(result, "locations"), this::location);
  }

  private void location(Map<?, ?> location) {
    members(location, Set.of("physicalLocation"), Set.of());
    Map<?, ?> physical = object(location, "physicalLocation");
    members(physical, Set.of("artifactLocation", "region"), Set.of());
    members(part(physical, "artifactLocation"), Set.of("uri"), Set.of("uriBaseId"));
    String uri = String.valueOf(object(physical, "artifactLocation").get("uri"));
    if (!uri.matches("[!-~]+") || !URI.create(uri).toString().equals(uri)) {
      problems.add("uri " + uri);
    }
    Map<?, ?> region = object(physical, "region");
    members(region, Set.of("startLine"), Set.of("startColumn", "snippet"));
    for (Object number :
        List.of(
            part(region, "startLine"),
            region.containsKey("startColumn") ? part(region, "startColumn") : 1)) {
      if (!(number instanceof Integer n) || n < 1) {
        problems.add("place " + region);
      }
    }
  }
}
