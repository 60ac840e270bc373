package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A data directory of PostgreSQL: making it, and its settings. */
final class Cluster {

  private static final Duration INITDB = Duration.ofMinutes(3);
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_.]*");

  private final PostgresBinaries binaries;
  private final RunAs runAs;
  private final Path data;

  Cluster(PostgresBinaries binaries, RunAs runAs, Path data) {
    this.binaries = binaries;
    this.runAs = runAs;
    this.data = data;
  }

  /**
   * Makes the data directory. Everybody comes in over loopback, and in one way only.
   *
   * @param authentication {@code trust} or {@code scram-sha-256}
   * @param more further arguments of initdb
   */
  void init(String user, String authentication, List<String> more) throws IOException {
    List<String> command = new ArrayList<>(runAs.command(binaries.program("initdb")));
    command.addAll(List.of("-D", data.toString(), "-U", user, "-A", authentication));
    command.addAll(List.of("--encoding=UTF8", "--no-locale"));
    command.addAll(more);
    Commands.Result result = Commands.run(command, INITDB);
    if (!result.ok()) {
      throw new EmbeddedPostgresException(
          Diagnosis.of("PostgreSQL could not prepare its directory " + data, result.output()));
    }
    Files.writeString(
        data.resolve("pg_hba.conf"), "host all all 127.0.0.1/32 " + authentication + "\n");
    Path file = data.resolve("postgresql.conf");
    Files.writeString(file, Files.readString(file) + "\ninclude 'holdfast.conf'\n");
  }

  /** Writes all of our settings anew; the server reads them at its next start. */
  void configure(Map<String, String> settings) throws IOException {
    StringBuilder lines = new StringBuilder();
    settings.forEach((name, value) -> lines.append(line(name, value)));
    Files.writeString(data.resolve("holdfast.conf"), lines);
    runAs.own(data);
  }

  private static String line(String name, String value) {
    if (!NAME.matcher(name).matches() || value.indexOf('\n') >= 0) {
      throw new IllegalArgumentException(
          "Not a setting of PostgreSQL: '%s' = '%s'.".formatted(name, value));
    }
    return name + " = '" + value.replace("\\", "\\\\").replace("'", "''") + "'\n";
  }
}
