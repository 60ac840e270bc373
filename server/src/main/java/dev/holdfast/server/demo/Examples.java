package dev.holdfast.server.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The example applications, each in a JVM of its own, on the demo's database and under load of
 * their own. One starts after the other, so that a small machine goes on answering meanwhile. They
 * end with the demo, however it ends.
 */
public final class Examples implements AutoCloseable {

  private static final Duration START = Duration.ofMinutes(2);

  private final List<Path> jars;
  private final Path data;
  private final Consumer<String> told;
  private final List<Example> running = new ArrayList<>();
  private final Thread starter = new Thread(this::startAll, "demo-examples");
  private boolean over;

  private Examples(List<Path> jars, Path data, Consumer<String> told) {
    this.jars = jars;
    this.data = data;
    this.told = told;
    starter.setDaemon(true);
  }

  /**
   * Begins to start what is there.
   *
   * @param jars where the applications are
   * @param data the directory of the demo's PostgreSQL
   * @param told hears where each of them runs, a line each
   */
  public static Examples start(Path jars, Path data, Consumer<String> told) throws IOException {
    Examples examples = new Examples(jarsIn(jars), data, told);
    examples.starter.start();
    return examples;
  }

  private static List<Path> jarsIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith("-app.jar")).sorted().toList();
    }
  }

  private void startAll() {
    try {
      for (int i = 0; i < jars.size(); i++) {
        String which = "example %d of %d, ".formatted(i + 1, jars.size());
        told.accept(which + start(jars.get(i)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the demo is over
    }
  }

  private String start(Path jar) throws InterruptedException {
    String name = Example.nameOf(jar);
    try {
      Example example = enter(jar);
      if (example.comesUp(START)) {
        return name + ", runs on http://127.0.0.1:" + example.port();
      }
      return name + (example.isAlive() ? ", is still not up; it may follow" : ", ended at once");
    } catch (IOException e) {
      return name + ", could not be started: " + e.getMessage();
    }
  }

  private synchronized Example enter(Path jar) throws IOException, InterruptedException {
    if (over) {
      throw new InterruptedException("the demo is over");
    }
    Example example = Example.start(jar, data);
    running.add(example);
    return example;
  }

  public int count() {
    return jars.size();
  }

  @Override
  public synchronized void close() {
    over = true;
    starter.interrupt();
    told.accept("ending " + running.size() + " example applications");
    try {
      for (Example each : running) {
        each.askToEnd();
      }
      for (Example each : running) {
        each.end();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the guardians do it
    }
  }
}
