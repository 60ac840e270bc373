package dev.holdfast.torture.workload;

import java.nio.file.Path;
import java.util.List;

/**
 * What one child process has to do.
 *
 * @param name unique in the run, also over restarts
 * @param databasePort where PostgreSQL is reached
 * @param outsidePort where the outside resource is reached
 * @param shape what it does and how
 * @param history where it writes down what it saw
 */
public record Job(String name, int databasePort, int outsidePort, Shape shape, Path history) {

  /** The database that everything happens in. */
  public static final String DATABASE = "torture";

  static String applicationName(String name) {
    return "torture-" + name;
  }

  List<String> arguments() {
    return List.of(
        name,
        Integer.toString(databasePort),
        Integer.toString(outsidePort),
        shape.text(),
        history.toString());
  }

  static Job parse(String[] arguments) {
    return new Job(
        arguments[0],
        Integer.parseInt(arguments[1]),
        Integer.parseInt(arguments[2]),
        Shape.parse(arguments[3]),
        Path.of(arguments[4]));
  }

  // The driver's own time limit is the last resort of connections that Holdfast does not bound.
  String url() {
    return ("jdbc:postgresql://127.0.0.1:%d/%s?user=postgres&ApplicationName=%s"
            + "&connectTimeout=4&socketTimeout=15&prepareThreshold=%d")
        .formatted(databasePort, DATABASE, applicationName(name), shape.pooler() ? 0 : 5);
  }
}
