package dev.holdfast.torture.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;

/** One child process: works until it is told to be quiet, and ends with its input. */
final class ChildMain {

  private ChildMain() {}

  public static void main(String[] arguments) throws Exception {
    Logger.getLogger("").setLevel(Level.SEVERE);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Child child = new Child(Job.parse(arguments));
    child.begin();
    System.out.println("working");
    obey(child, input);
    // Whoever is stuck in a dead network does not keep the process.
    Runtime.getRuntime().halt(0);
  }

  private static void obey(Child child, BufferedReader input) throws IOException {
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] word = line.split(" ", -1);
      switch (word[0]) {
        case "guard" -> child.gates().awaitGuard();
        case "starve" -> child.gates().starve(Long.parseLong(word[1]));
        case "quiet" -> {
          child.quiet();
          System.out.println("quiet");
        }
        case "figures" -> System.out.println(Figures.now(child));
        case "end" -> {
          end(child);
          return;
        }
        default -> System.err.println("not a word of ours: " + line);
      }
    }
  }

  private static void end(Child child) {
    try {
      child.close();
      System.out.println("ended");
    } catch (RuntimeException e) {
      System.out.println("ended with " + e);
    }
    System.out.flush();
  }
}
