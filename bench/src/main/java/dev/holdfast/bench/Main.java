package dev.holdfast.bench;

import dev.holdfast.bench.measure.Choice;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.report.Count;
import dev.holdfast.bench.report.Json;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.scenario.Scenario;
import dev.holdfast.embedded.EmbeddedPostgresException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * {@code holdfast bench}: the table on standard output, progress on standard error, JSON into a
 * file. Ends with 1 if something counted is more than it may be, with 64 if it was called wrongly,
 * with 69 if there is no database; never for a time.
 */
public final class Main {

  private static final int TOO_MANY = 1;
  private static final int USAGE = 64;
  private static final int UNREACHABLE = 69;

  private Main() {}

  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help")) {
      System.out.print(Options.USAGE);
      return;
    }
    quiet();
    try {
      System.exit(run(Options.parse(args)));
    } catch (Options.UsageException e) {
      System.err.println("holdfast bench: " + e.getMessage());
      System.err.print(Options.USAGE);
      System.exit(USAGE);
    } catch (EmbeddedPostgresException e) {
      System.err.println("holdfast bench: " + e.getMessage());
      System.exit(UNREACHABLE);
    }
  }

  /** The peers' libraries talk a lot; what matters of them comes as an exception. */
  private static void quiet() {
    System.setProperty("org.jboss.logging.provider", "slf4j");
    Logger.getLogger("").setLevel(Level.SEVERE);
  }

  private static int run(Options options) throws Exception {
    Report report = new Report();
    Map<String, Object> about;
    try (Database database = Database.open(options)) {
      about = about(database, options);
      Progress.tell(about.toString());
      for (String name : Choice.SCENARIOS) {
        if (options.scenarios().contains(name)) {
          Scenario.named(name).run(database, options, report);
        }
      }
    }
    write(options.json(), Json.write(report.json(about)));
    System.out.print(report.text());
    if (options.isShort()) {
      System.out.println("\nA short run: the counts are checked, the times are a hint.");
    }
    List<Count> violations = report.violations();
    violations.forEach(
        count -> System.err.println("bench: " + count.what() + " is above its limit"));
    return violations.isEmpty() ? 0 : TOO_MANY;
  }

  private static Map<String, Object> about(Database database, Options options) throws Exception {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    about.put("postgres", database.version());
    about.put("fsync", database.ask("show fsync"));
    about.put("synchronousCommit", database.ask("show synchronous_commit"));
    about.put("java", System.getProperty("java.version"));
    about.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    about.put("cores", Runtime.getRuntime().availableProcessors());
    about.put("rounds", options.rounds());
    about.put("seconds", Options.seconds(options.length()));
    return about;
  }

  private static void write(Path file, String json) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Files.writeString(file, json);
    Progress.tell("results in " + file);
  }
}
