package dev.holdfast.server.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * All endpoints. Addresses are compared segment by segment as they were sent, and only then
 * decoded: {@code %2F} in a name is part of the name.
 */
final class Table {
  /** An endpoint, and what its path's variables stand for. */
  record Match(Endpoint endpoint, Map<String, String> variables) {}

  private record Row(Endpoint endpoint, List<String> segments) {}

  private final List<Row> rows = new ArrayList<>();

  Table(List<Routes> groups) {
    for (Routes group : groups) {
      for (Endpoint endpoint : group.endpoints()) {
        rows.add(new Row(endpoint, List.of(endpoint.path().split("/", -1))));
      }
    }
  }

  List<Endpoint> endpoints() {
    return rows.stream().map(Row::endpoint).toList();
  }

  /**
   * The endpoint for a path as it was sent.
   *
   * @throws HttpProblem 404 or 405
   */
  Match find(String method, String path) {
    // HEAD is for those who look whether something is there: what is open to everybody.
    boolean head = method.equals("HEAD");
    List<String> segments = List.of(path.split("/", -1));
    TreeSet<String> methods = new TreeSet<>();
    for (Row row : rows) {
      if (fits(row.segments, segments)) {
        boolean sameMethod =
            head
                ? row.endpoint.method().equals("GET") && row.endpoint.role() == null
                : row.endpoint.method().equals(method);
        if (sameMethod) {
          return new Match(row.endpoint, variables(row.segments, segments));
        }
        methods.add(row.endpoint.method());
      }
    }
    if (methods.isEmpty()) {
      throw HttpProblem.notFound("there is no such address; /api/v1/openapi.yaml lists all");
    }
    throw new HttpProblem(
            405,
            "method-not-allowed",
            "The method is not allowed",
            "this address knows " + String.join(", ", methods))
        .with("allow", String.join(", ", methods));
  }

  /** The template of a path as it was sent, for statistics: {@code unknown} if there is none. */
  String template(String path) {
    List<String> segments = List.of(path.split("/", -1));
    return rows.stream()
        .filter(row -> fits(row.segments, segments))
        .findFirst()
        .map(row -> row.endpoint.path())
        .orElse("unknown");
  }

  private static boolean fits(List<String> pattern, List<String> segments) {
    if (pattern.size() != segments.size()) {
      return false;
    }
    for (int i = 0; i < pattern.size(); i++) {
      boolean fits =
          isVariable(pattern.get(i))
              ? !segments.get(i).isEmpty()
              : pattern.get(i).equals(segments.get(i));
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> variables(List<String> pattern, List<String> segments) {
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i < pattern.size(); i++) {
      if (isVariable(pattern.get(i))) {
        String value = Percent.decode(segments.get(i), false);
        if (value.equals(".") || value.equals("..")) {
          throw HttpProblem.invalid(
              "a path with . or .. is changed on its way: give the name as /resource?name=");
        }
        variables.put(variable(pattern.get(i)), value);
      }
    }
    return variables;
  }

  private static String variable(String segment) {
    return segment.substring(1, segment.length() - 1);
  }

  private static boolean isVariable(String segment) {
    return segment.startsWith("{");
  }
}
