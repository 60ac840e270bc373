package dev.holdfast.torture.mutant;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import dev.holdfast.torture.check.Checker;
import dev.holdfast.torture.check.Invariant;
import dev.holdfast.torture.check.Rules;
import dev.holdfast.torture.check.Verdict;
import dev.holdfast.torture.history.ClockWatch;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** Lets the workload run on a mutant, a slice of time after the other, until it is caught. */
public final class MutantRun {

  private static final int CLIENTS = 6;
  private static final Duration SLICE = Duration.ofMillis(1_500);
  private static final Rules RULES = Rules.ALL.without(Invariant.L);

  /**
   * What came out.
   *
   * @param took until it was caught, or all the time there was
   */
  public record Result(Mutant mutant, Verdict verdict, History history, Duration took) {

    public boolean isCaught() {
      return !verdict.violations().isEmpty();
    }
  }

  private MutantRun() {}

  /** Runs until something is found, for this long at most. */
  public static Result run(Mutant mutant, Duration most) throws SQLException, IOException {
    long start = System.nanoTime();
    try (TestDatabase database = PostgresServer.shared().createDatabase()) {
      DataSource source = database.dataSource();
      prepare(source, mutant);
      List<Path> files = new ArrayList<>();
      Path directory = Files.createTempDirectory("holdfast-mutant-");
      try {
        Result result;
        do {
          files.add(directory.resolve(files.size() + ".history"));
          slice(mutant, source, files);
          History history = withEnd(directory, files, source);
          Duration took = Duration.ofNanos(System.nanoTime() - start);
          result = new Result(mutant, Checker.check(history, RULES), history, took);
        } while (!result.isCaught() && result.took().compareTo(most) < 0);
        return result;
      } finally {
        delete(directory, files);
      }
    }
  }

  private static void prepare(DataSource source, Mutant mutant) throws SQLException {
    Schema.of(source).apply();
    try (Connection connection = source.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(MutantSql.TABLE);
      statement.execute(MutantSql.CONFIGURE);
      for (Patch patch : mutant.patches()) {
        statement.execute(patch.applyTo(definition(connection, patch.function())));
      }
    }
  }

  private static String definition(Connection connection, String function) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(MutantSql.DEFINITION)) {
      statement.setString(1, function);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException("there is no function holdfast." + function);
        }
        return row.getString(1);
      }
    }
  }

  /** Names of clients differ from slice to slice, so that their operations do. */
  @SuppressWarnings("try") // the watch is there to be there
  private static void slice(Mutant mutant, DataSource source, List<Path> files) {
    List<CarelessClient> clients = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    try (Recorder recorder = Recorder.open(files.get(files.size() - 1));
        ClockWatch watch = ClockWatch.start(recorder, jump -> {})) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(new CarelessClient(100 * files.size() + i, mutant, source, recorder));
        threads.add(new Thread(clients.get(i), "mutant-client-" + i));
      }
      threads.forEach(Thread::start);
      LockSupport.parkNanos(SLICE.toNanos());
      clients.forEach(CarelessClient::stop);
      for (Thread thread : threads) {
        thread.join(TimeUnit.SECONDS.toMillis(30));
        if (thread.isAlive()) {
          throw new IllegalStateException("a client did not come back within 30 seconds");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      clients.forEach(CarelessClient::close);
    }
  }

  /** All slices so far, and what the table has. */
  private static History withEnd(Path directory, List<Path> files, DataSource source)
      throws SQLException, IOException {
    Path end = directory.resolve("end.history");
    Files.deleteIfExists(end);
    try (Recorder recorder = Recorder.open(end);
        Connection connection = source.getConnection();
        var statement = connection.createStatement();
        ResultSet row = statement.executeQuery(MutantSql.WRITTEN)) {
      while (row.next()) {
        Facts facts = Facts.NONE.withFence(row.getLong(2)).withValue(row.getLong(3));
        recorder.note("end", Kind.READ_END, row.getString(1), facts, "");
      }
    }
    List<Path> all = new ArrayList<>(files);
    all.add(end);
    return History.read(all);
  }

  private static void delete(Path directory, List<Path> files) throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(directory.resolve("end.history"));
    Files.deleteIfExists(directory);
  }
}
