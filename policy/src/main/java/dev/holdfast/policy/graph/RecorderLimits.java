package dev.holdfast.policy.graph;

/**
 * How much a recorder keeps.
 *
 * @param kinds of transactions: those that ran the same statements from the same places are one
 * @param samples of each kind, as their parameters may differ; and up to four times as many that
 *     come later and order their parameters as none before
 * @param steps of each transaction; what comes later is not looked at
 */
public record RecorderLimits(int kinds, int samples, int steps) {

  public static final RecorderLimits DEFAULT = new RecorderLimits(4_000, 16, 400);

  public RecorderLimits {
    if (kinds < 1 || samples < 1 || steps < 1) {
      throw new IllegalArgumentException("a recorder keeps at least one of each");
    }
  }
}
