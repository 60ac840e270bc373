package dev.holdfast.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** The way from a directory to a running server, walked while the directory is locked. */
final class Opening {

  /** Where it leads. */
  record Opened(Access access, String version, boolean first) {}

  private final DataDirectory directory;
  private final PostgresBinaries binaries;
  private final RunAs runAs;
  private final Consumer<String> progress;

  Opening(
      DataDirectory directory, PostgresBinaries binaries, RunAs runAs, Consumer<String> progress) {
    this.directory = directory;
    this.binaries = binaries;
    this.runAs = runAs;
    this.progress = progress;
  }

  DaemonServer server() {
    return new DaemonServer(binaries, runAs, directory);
  }

  /** Prepares the data if there is none, joins the users, starts the server if none runs. */
  Opened run() throws IOException {
    OptionalInt major = directory.major();
    if (major.isPresent() && major.getAsInt() != binaries.major()) {
      throw new EmbeddedPostgresException(otherMajor(major.getAsInt()));
    }
    if (major.isEmpty()) {
      prepare();
    }
    DirectoryUsers.enter(directory.users());
    try {
      Access access = new Access(port(), directory.password());
      return new Opened(access, access.createDatabase(), major.isEmpty());
    } catch (SQLException e) {
      String what = "The PostgreSQL in " + directory.path() + " does not let us in";
      String said = String.valueOf(e.getMessage());
      throw leaving(new EmbeddedPostgresException(Diagnosis.of(what, said), e));
    } catch (IOException e) {
      throw leaving(e);
    } catch (RuntimeException e) {
      throw leaving(e);
    }
  }

  /** Leaves after a failure, which is what the caller must hear about. */
  private <E extends Exception> E leaving(E failure) {
    try {
      leave();
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /** Leaves the users; the last one stops the server. Returns whether it is stopped. */
  boolean leave() throws IOException {
    if (!DirectoryUsers.leave(directory.users())) {
      return false;
    }
    if (server().running().isEmpty() || server().stop()) {
      return true;
    }
    progress.accept("PostgreSQL in " + directory.path() + " did not stop in time and goes on.");
    return false;
  }

  private int port() throws IOException {
    Optional<PostmasterFile> running = server().running();
    if (running.isPresent()) {
      return running.get().port();
    }
    progress.accept("Starting PostgreSQL " + binaries.major() + " in " + directory.path());
    return server().start().port();
  }

  private void prepare() throws IOException {
    progress.accept(
        "Preparing PostgreSQL %d in %s (first start)"
            .formatted(binaries.major(), directory.path()));
    Path fresh = directory.fresh();
    directory.makePassword();
    runAs.own(directory.path());
    try {
      List<String> password = List.of("--pwfile=" + directory.passwordFile());
      new Cluster(binaries, runAs, fresh).init(Access.USER, "scram-sha-256", password);
      Files.move(fresh, directory.postgres(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException e) {
      Trees.delete(fresh);
      throw e;
    }
  }

  private String otherMajor(int major) {
    return """
        The data in %1$s was written by PostgreSQL %2$d, and this is PostgreSQL %3$d, which can't \
        read it. Choose another directory for the data, or, to keep it, start a PostgreSQL %2$d on \
        %4$s, save the data with pg_dumpall, and load it into a new directory."""
        .formatted(directory.path(), major, binaries.major(), directory.postgres());
  }
}
