package dev.holdfast.bench.measure;

/** About how long scenarios take: rough, so that whoever waits knows whether to fetch a coffee. */
public final class Estimate {

  /** Contenders are warmed for about so many measurements. */
  private static final int WARM = 11;

  private Estimate() {}

  public static double seconds(String scenario, Options options) {
    double measured = options.length().toMillis() / 1e3 * (options.rounds() + warm(options));
    int peers = options.choice().peers().size();
    return switch (scenario) {
      case "counts" -> 12;
      case "pairs" -> (options.isShort() ? 8 : 16) * measured + peers * 4.5 * measured;
      case "refused" -> (peers == 0 ? 2 : 3) * measured;
      case "hand-over" -> 2 * measured;
      case "processes" -> 3 * measured * (1 + peers) + 4.0 * peers;
      case "renewals" -> options.isShort() ? 5 : 35;
      case "transactions" -> (options.isShort() ? 12 : 24) * measured;
      case "versions" -> (options.isShort() ? 6 : 9) * measured;
      case "claims" -> 3 * measured;
      case "guard" -> (options.isShort() ? 7 : 11) * measured;
      case "http" -> (options.isShort() ? 3 : 9) * measured;
      case "memory" -> 45;
      case "waiters" -> options.isShort() ? 10 : 60;
      case "growth" -> options.isShort() ? 10 : 300 + 5 * measured;
      default -> options.pace().churn().toSeconds();
    };
  }

  private static int warm(Options options) {
    return options.isShort() ? 1 : WARM;
  }
}
