package dev.holdfast.bench;

import dev.holdfast.bench.measure.Choice;
import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Estimate;
import dev.holdfast.bench.measure.Machine;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.measure.Progress;
import dev.holdfast.bench.measure.Ticks;
import dev.holdfast.bench.page.Page;
import dev.holdfast.bench.peer.Backends;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * {@code holdfast bench}: the table on standard output, progress on standard error, JSON into a
 * file. Ends with 1 if something counted is more than it may be or a scenario failed, with 64 if it
 * was called wrongly, with 69 if there is no database; never for a time.
 */
public final class Main {

  private static final int FAILED = 1;
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
      System.exit(isPage(args) ? page(args) : run(Options.parse(args)));
    } catch (Options.UsageException e) {
      System.err.println("holdfast bench: " + e.getMessage());
      System.err.print(Options.USAGE);
      System.exit(USAGE);
    } catch (EmbeddedPostgresException e) {
      System.err.println("holdfast bench: " + e.getMessage());
      System.exit(UNREACHABLE);
    }
  }

  private static boolean isPage(String[] args) {
    return List.of(args).contains("--page");
  }

  /** Takes the page, and where the results are. */
  private static int page(String[] args) {
    List<String> rest = new ArrayList<>(List.of(args));
    int at = rest.indexOf("--page");
    if (at + 1 == rest.size()) {
      throw new Options.UsageException("--page needs a value");
    }
    Path page = Path.of(rest.remove(at + 1));
    rest.remove(at);
    Path json = Options.parse(rest.toArray(String[]::new)).json();
    try {
      Page.write(json, page);
    } catch (IOException e) {
      throw new Options.UsageException("the page could not be written: " + e.getMessage());
    }
    Progress.tell("%s written from %s".formatted(page, json));
    return 0;
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
      Progress.tell("PostgreSQL %s, %s".formatted(database.version(), about.get("processor")));
      scenarios(database, options, report, about);
    }
    System.out.print(report.text());
    if (options.isShort()) {
      System.out.println("\nA short run: the counts are checked, the times are a hint.");
    }
    List<Count> violations = report.violations();
    violations.forEach(
        count -> System.err.println("bench: " + count.what() + " is above its limit"));
    return violations.isEmpty() && !report.hasFailed() ? 0 : FAILED;
  }

  /** What was measured is kept after each scenario: a run that ends early was not for nothing. */
  private static void scenarios(
      Database database, Options options, Report report, Map<String, Object> about)
      throws Exception {
    List<String> names = Choice.SCENARIOS.stream().filter(options.scenarios()::contains).toList();
    Ticks start = Ticks.now();
    for (int i = 0; i < names.size(); i++) {
      double left =
          names.subList(i, names.size()).stream()
              .mapToDouble(name -> Estimate.seconds(name, options))
              .sum();
      Progress.tell(
          "%d of %d: %s; about %.0f min to go"
              .formatted(i + 1, names.size(), names.get(i), Math.ceil(left / 60)));
      scenario(names.get(i), database, options, report);
      about.put("stolenPercent", Math.round(Ticks.now().stolenSince(start) * 1_000) / 10.0);
      write(options.json(), Json.write(report.json(about)));
    }
  }

  /** One that fails is told, fails the run, and does not take the results of the others along. */
  private static void scenario(String name, Database database, Options options, Report report)
      throws InterruptedException {
    try {
      Scenario.named(name).run(database, options, report);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      Progress.tell("the scenario " + name + " failed:");
      e.printStackTrace();
      report.failed(name, String.valueOf(e));
    }
  }

  private static Map<String, Object> about(Database database, Options options) throws Exception {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    about.put("postgres", database.version());
    about.put("fsync", database.ask("show fsync"));
    about.put("synchronousCommit", database.ask("show synchronous_commit"));
    about.put("fullPageWrites", database.ask("show full_page_writes"));
    about.put("sharedBuffers", database.ask("show shared_buffers"));
    about.put("maxWalSize", database.ask("show max_wal_size"));
    about.putAll(Machine.about());
    if (!options.choice().peers().isEmpty()) {
      about.put("servers", Backends.versions());
      about.put("configuration", Backends.configuration());
    }
    about.put("rounds", options.rounds());
    about.put("seconds", Options.seconds(options.length()));
    about.put("short", options.isShort());
    about.put("peers", String.join(", ", new TreeSet<>(options.choice().peers())));
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
