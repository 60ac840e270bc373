package dev.holdfast.torture.cluster;

import dev.holdfast.testkit.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** One PostgreSQL server: its directory, its port and, while it runs, its processes. */
public final class Instance implements AutoCloseable {
  static final String USER = "postgres";
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration END = Duration.ofSeconds(60);
  private static final int SILENCE_MILLIS = 1_000;
  // The question that every server answers with one byte, before anybody says who he is.
  private static final byte[] SSL_REQUEST = {0, 0, 0, 8, 4, (byte) 210, 22, 47};

  /** Waits for the end of its input, then ends the server: also when this JVM was killed. */
  private static final String WATCH =
      """
      log=$1; shift
      "$@" </dev/null >>"$log" 2>&1 &
      server=$!
      trap '' HUP INT TERM
      echo "$server"
      read -r word
      [ "$word" ] || { kill -CONT "$server"; kill -QUIT "$server"; }
      wait "$server"
      """;

  private final Layout layout;
  private final Map<String, String> environment;
  private @Nullable Process shell;
  private long pid;

  Instance(Layout layout, Map<String, String> environment) {
    this.layout = layout;
    this.environment = Map.copyOf(environment);
  }

  public Layout layout() {
    return layout;
  }

  public int port() {
    return layout.port();
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port());
  }

  /** A plain source: each connection is a new one, every wait of it is bounded. */
  public PGSimpleDataSource source(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl("jdbc:postgresql://127.0.0.1:" + port() + "/" + database);
    source.setUser(USER);
    source.setConnectTimeout(5);
    source.setSocketTimeout(20);
    return source;
  }

  /** Runs SQL as superuser, on a connection of its own. */
  public void sql(String database, String sql) {
    try (Connection connection = source(database).getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException("%s: %s".formatted(sql, e.getMessage()), e);
    }
  }

  /** The first column of the first row as text; null if there is none. */
  public @Nullable String ask(String sql) {
    return askIn(USER, sql);
  }

  /** The same in another database, with these texts for its question marks. */
  public @Nullable String askIn(String database, String sql, String... values) {
    try (Connection connection = source(database).getConnection();
        var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      try (var row = statement.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    } catch (SQLException e) {
      throw new IllegalStateException("%s: %s".formatted(sql, e.getMessage()), e);
    }
  }

  /** Starts the server, and returns when it answers. */
  public void start() {
    launch();
    awaitReady();
  }

  void launch() {
    if (isRunning()) {
      throw new IllegalStateException("the server on port " + port() + " is running");
    }
    List<String> command = new ArrayList<>(List.of("sh", "-c", WATCH, "sh"));
    command.add(layout.log().toString());
    List<String> server = new ArrayList<>(List.of("env"));
    environment.forEach((name, value) -> server.add(name + "=" + value));
    server.addAll(List.of(layout.program("postgres"), "-D", layout.data().toString()));
    command.addAll(Unprivileged.command(server.toArray(String[]::new)));
    try {
      Process started = Shell.plain(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      BufferedReader answer = started.inputReader(StandardCharsets.US_ASCII);
      pid = Long.parseLong(String.valueOf(answer.readLine()));
      shell = started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady() {
    Eventually.holds("PostgreSQL on port " + port() + " answers", START, this::answers);
  }

  private boolean answers() throws IOException {
    if (!isRunning()) {
      throw new IOException("it ended: " + layout.lastLog());
    }
    try (Connection connection = source(USER).getConnection()) {
      return connection.isValid(5);
    } catch (SQLException notYet) {
      return false;
    }
  }

  public boolean isRunning() {
    return shell != null && runs(pid);
  }

  public long pid() {
    return pid;
  }

  /** kill -9 to the postmaster and all of its children; returns when they are gone. */
  public void kill() {
    Shell.signal("STOP", List.of(pid));
    List<Long> all = processes();
    Shell.signal("KILL", all);
    awaitGone(all);
  }

  /** Stops it: INT is fast, QUIT is immediate, TERM waits for everybody. */
  public void stop(String signal) {
    Shell.signal(signal, List.of(pid));
    awaitGone(List.of(pid));
  }

  /** SIGSTOP to all of it. */
  public void pause() {
    Shell.signal("STOP", List.of(pid));
    Shell.signal("STOP", processes());
  }

  /** SIGCONT, the postmaster last. */
  public void resume() {
    List<Long> all = processes();
    all.remove(pid);
    all.add(pid);
    Shell.signal("CONT", all);
  }

  /** Whether it takes a connection and then says nothing for a second, as who stands still does. */
  public boolean isSilent() {
    try (Socket socket = new Socket()) {
      socket.connect(address(), SILENCE_MILLIS);
      socket.setSoTimeout(SILENCE_MILLIS);
      socket.getOutputStream().write(SSL_REQUEST);
      socket.getInputStream().read();
      return false;
    } catch (SocketTimeoutException silent) {
      return true;
    } catch (IOException gone) {
      return false;
    }
  }

  private void awaitGone(List<Long> pids) {
    Eventually.holds(
        "the processes " + pids + " end", END, () -> pids.stream().noneMatch(Instance::runs));
    letGo();
  }

  // The shell reaps the dead postmaster: while that is a zombie, PostgreSQL takes it for alive.
  private void letGo() {
    Process watching = shell;
    shell = null;
    if (watching == null) {
      return;
    }
    try (var input = watching.getOutputStream()) {
      input.write("gone\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      watching.destroyForcibly();
    }
    Eventually.holds("the shell of port " + port() + " ends", END, () -> !watching.isAlive());
  }

  private List<Long> processes() {
    List<Long> pids = new ArrayList<>(List.of(pid));
    ProcessHandle.of(pid)
        .ifPresent(p -> p.descendants().map(ProcessHandle::pid).forEach(pids::add));
    return pids;
  }

  private static boolean runs(long pid) {
    return ProcessHandle.of(pid)
        .filter(handle -> handle.isAlive() && handle.info().command().isPresent())
        .isPresent();
  }

  /** Ends it at once and deletes its directory. */
  @Override
  public void close() {
    if (isRunning()) {
      resume();
      kill();
    }
    letGo();
    try {
      if (Files.exists(layout.home())) {
        Shell.run(END, List.of("rm", "-rf", layout.home().toString()));
      }
    } catch (IllegalStateException e) {
      System.getLogger("dev.holdfast.torture")
          .log(System.Logger.Level.WARNING, "{0} stays: {1}", layout.home(), e.getMessage());
    }
  }

  /** Where its files are, for programs such as pg_basebackup. */
  public Path data() {
    return layout.data();
  }
}
