package dev.holdfast.examples.processengine;

import dev.holdfast.examples.support.RunningApp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.context.annotation.Bean;

/**
 * The engine in a JVM of its own, to be killed and stopped. It says its address, then {@code
 * working} whenever a task's work begins, and goes on with the work at the next line it hears.
 */
final class EngineProcess {
  private EngineProcess() {}

  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private static final PrintStream OUT = System.out;

  public static void main(String[] arguments) throws InterruptedException {
    System.setOut(System.err);
    Class<?>[] sources = {Beans.class, ProcessEngineApplication.class};
    RunningApp app =
        RunningApp.start(
            sources,
            arguments[0],
            arguments[1],
            "process.lock-expiration=" + arguments[2],
            "process.locked-by=child");
    OUT.println(app.address());
    Thread.currentThread().join();
  }

  static class Beans {
    @Bean
    TaskWork work() {
      return (instance, task, fence) -> awaitWord();
    }
  }

  private static void awaitWord() {
    OUT.println("working");
    try {
      if (IN.readLine() == null) {
        Runtime.getRuntime().halt(0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
