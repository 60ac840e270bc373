package dev.holdfast.torture.fuzz;

import java.io.PrintStream;
import java.util.Locale;

/** The long form: more than a million inputs. */
public final class Fuzzing {

  private Fuzzing() {}

  /** True if nothing was found. */
  public static boolean runAll(PrintStream out, long seed) throws Exception {
    boolean good = true;
    try (NameTarget names = new NameTarget();
        HttpTarget http = new HttpTarget()) {
      good &= run(out, "resource names", names, 500_000, seed);
      names.ask();
      good &= run(out, "SQL", new SqlTarget(), 300_000, seed);
      good &= run(out, "policy files", new PolicyTarget(), 300_000, seed);
      good &= run(out, "HTTP requests", http, 50_000, seed);
    }
    return good;
  }

  private static boolean run(PrintStream out, String name, Target target, long count, long seed)
      throws InterruptedException {
    Fuzzer.Report report = Fuzzer.run(target, count, seed);
    out.printf(
        Locale.ROOT,
        "%-16s %9d inputs %7.1f s, %d findings (seed %d)%n",
        name,
        report.inputs(),
        report.took().toMillis() / 1_000.0,
        report.findings().size(),
        seed);
    report.findings().forEach(finding -> out.println("  " + finding));
    return report.findings().isEmpty();
  }
}
