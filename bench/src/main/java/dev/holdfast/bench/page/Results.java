package dev.holdfast.bench.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON of a run, by name. */
record Results(Map<String, Object> json) {

  /** A row of figures or targets. */
  record Row(Map<?, ?> members) {

    String text(String name) {
      Object value = members.get(name);
      return value == null ? "" : value.toString();
    }

    double number(String name) {
      return members.get(name) instanceof Double value ? value : Double.NaN;
    }

    int callers() {
      return (int) number("callers");
    }
  }

  static Results of(String text) {
    return new Results(JsonReader.object(text));
  }

  List<Row> targets() {
    return rows("targets");
  }

  List<Row> figures() {
    return rows("figures");
  }

  List<Row> figures(String scenario) {
    return figures().stream().filter(row -> row.text("scenario").equals(scenario)).toList();
  }

  List<Row> figures(String scenario, int callers) {
    return figures(scenario).stream().filter(row -> row.callers() == callers).toList();
  }

  Map<String, String> notMeasured() {
    Map<String, String> all = new LinkedHashMap<>();
    if (json.get("notMeasured") instanceof Map<?, ?> map) {
      map.forEach((who, why) -> all.put(String.valueOf(who), String.valueOf(why)));
    }
    return all;
  }

  /** What is neither a list nor an object: the machine, the versions, the settings. */
  Map<String, String> about() {
    Map<String, String> about = new LinkedHashMap<>();
    json.forEach(
        (name, value) -> {
          if (value instanceof Double number && number == Math.rint(number)) {
            about.put(name, String.valueOf(number.longValue()));
          } else if (value != null && !(value instanceof List) && !(value instanceof Map)) {
            about.put(name, value.toString());
          }
        });
    for (String versions : List.of("versions", "servers")) {
      if (json.get(versions) instanceof Map<?, ?> map) {
        map.forEach((name, value) -> about.put(String.valueOf(name), String.valueOf(value)));
      }
    }
    return about;
  }

  private List<Row> rows(String name) {
    return json.get(name) instanceof List<?> list
        ? list.stream().map(row -> new Row((Map<?, ?>) row)).toList()
        : List.of();
  }
}
