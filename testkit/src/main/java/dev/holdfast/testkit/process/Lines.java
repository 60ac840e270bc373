package dev.holdfast.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** A thread that reads a child's stream line by line until it ends. */
final class Lines {
  private Lines() {}

  static Thread read(String name, InputStream stream, Consumer<String> line, Runnable atEnd) {
    Thread thread = new Thread(() -> run(stream, line, atEnd), name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void run(InputStream stream, Consumer<String> line, Runnable atEnd) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String next = reader.readLine(); next != null; next = reader.readLine()) {
        line.accept(next);
      }
    } catch (IOException e) {
      line.accept("(the stream broke: " + e.getMessage() + ")");
    } finally {
      atEnd.run();
    }
  }
}
