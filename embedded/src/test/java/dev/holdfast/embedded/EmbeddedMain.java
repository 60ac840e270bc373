package dev.holdfast.embedded;

import java.nio.file.Path;

/**
 * Uses the database of a directory until told to end: what the command line does. The second
 * argument, if there is one, is the user to drop to.
 */
final class EmbeddedMain {

  private EmbeddedMain() {}

  public static void main(String[] arguments) throws Exception {
    RunAs runAs = arguments.length > 1 ? RunAs.droppingTo(arguments[1]) : RunAs.detect();
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(
            Path.of(arguments[0]),
            line -> System.out.println("progress " + line),
            PostgresBinaries.any(),
            runAs)) {
      System.out.println("first " + database.isFirstStart());
      System.out.println("url " + database.url());
      while (System.in.read() == '?') {
        System.in.skip(1);
        System.out.println(
            "answer " + PostgresServerTest.query(database.dataSource(), "select 42"));
      }
    } catch (EmbeddedPostgresException e) {
      System.out.println("error " + String.valueOf(e.getMessage()).replace('\n', ' '));
    }
  }
}
