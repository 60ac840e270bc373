package dev.holdfast.torture.mutant;

import dev.holdfast.torture.check.Violation;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** The long form: all of them, with the time that each took. */
public final class Mutants {

  private static final Duration MOST = Duration.ofMinutes(10);
  private static final Duration AS_IT_IS = Duration.ofSeconds(20);

  private Mutants() {}

  /** True if each was caught, and the protocol as it is was not. */
  public static boolean runAll(PrintStream out) throws Exception {
    boolean good = true;
    for (Mutant mutant : Mutant.values()) {
      boolean broken = mutant != Mutant.NONE;
      MutantRun.Result result = MutantRun.run(mutant, broken ? MOST : AS_IT_IS);
      good &= result.isCaught() == broken;
      out.printf(
          Locale.ROOT,
          "%-26s %-8s %6.1f s %7d operations  %s%n",
          mutant,
          result.isCaught() ? "caught" : "passed",
          result.took().toMillis() / 1_000.0,
          result.verdict().operations(),
          result.verdict().violations().stream()
              .findFirst()
              .map(Mutants::shortly)
              .orElse(mutant.story()));
    }
    return good;
  }

  private static String shortly(Violation violation) {
    return violation.invariant() + ": " + violation.what();
  }
}
