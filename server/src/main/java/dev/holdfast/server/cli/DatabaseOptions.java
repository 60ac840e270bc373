package dev.holdfast.server.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which database; the same for every command. */
final class DatabaseOptions {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "PostgreSQL: postgresql://user@host/db or jdbc:postgresql://host/db?user=...")
  private @Nullable String url;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Use the PostgreSQL of its own in this directory; made if need be.")
  private @Nullable Path data;

  Database open(Console console) {
    return Database.open(DatabaseChoice.of(url, data, System.getenv()), console);
  }
}
