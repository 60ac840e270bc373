package dev.holdfast.torture;

import dev.holdfast.torture.fuzz.Fuzzing;
import dev.holdfast.torture.mutant.Mutants;
import java.util.logging.Level;
import java.util.logging.Logger;

/** {@code ./holdfast torture}. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) throws Exception {
    Logger.getLogger("").setLevel(Level.SEVERE);
    Options options;
    try {
      options = Options.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("holdfast torture: " + e.getMessage());
      System.err.print(Options.HELP);
      System.exit(2);
      return;
    }
    boolean good =
        switch (options.mode()) {
          case HELP -> {
            System.out.print(Options.HELP);
            yield true;
          }
          case TORTURE -> new Torture(options).run();
          case MUTANTS ->
              Mutants.runAll(System.out) && new Slips(options.seed(), System.out).runAll();
          case FUZZ -> Fuzzing.runAll(System.out, options.seed());
          case SOAK -> new Soak(options).run();
        };
    System.exit(good ? 0 : 1);
  }
}
