package dev.holdfast.policy.graph;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of one kind: the first few, and of the later ones each that may lock in another
 * order or go through another gate than all before it.
 *
 * <p>Which parameters are keys is not known here. But the order of two rows is the order of two
 * parameters: so one is kept if it has a pair of them that are ordered as never before. And a gate
 * is a key that all have in common: so one is kept if it has another value where all had the same.
 * Random parameters run out of both soon; most repetitions bring neither.
 */
final class Kept {

  /** Parameters of a transaction whose order is looked at. */
  private static final int MOST_PARAMETERS = 100;

  /** Later ones for each of the first. */
  private static final int MOST_LATER = 4;

  private final List<RecordedTransaction> samples = new ArrayList<>();
  private final Set<Object> bound = new HashSet<>();
  private final BitSet orders = new BitSet();
  private final BitSet varied = new BitSet();
  private final int first;

  Kept(int first) {
    this.first = first;
  }

  List<RecordedTransaction> samples() {
    return samples;
  }

  /** Keeps it, if it is worth it. False if it would be, and there is no room. */
  boolean add(RecordedTransaction transaction) {
    if (samples.size() >= first * (1 + MOST_LATER)) {
      return !brings(parameters(transaction), false);
    }
    Object values = transaction.steps().stream().map(s -> s.parameters().toString()).toList();
    boolean early = samples.size() < first && bound.add(values);
    boolean brings = brings(parameters(transaction), true);
    if (early || brings) {
      samples.add(transaction);
    }
    return true;
  }

  private static List<@Nullable Object> parameters(RecordedTransaction transaction) {
    List<@Nullable Object> all = new ArrayList<>();
    for (RecordedStep step : transaction.steps()) {
      for (Object value : step.parameters()) {
        if (all.size() < MOST_PARAMETERS) {
          all.add(value);
        }
      }
    }
    return all;
  }

  /** Whether there is something new in it; {@code noted}: it will not be new again. */
  private boolean brings(List<@Nullable Object> parameters, boolean noted) {
    boolean news = false;
    List<@Nullable Object> model =
        samples.isEmpty() ? parameters : parameters(samples.get(0)); // of as many: it is its kind
    int pair = 0;
    for (int i = 0; i < parameters.size(); i++) {
      boolean differs = i < model.size() && !Objects.equals(text(parameters, i), text(model, i));
      news |= differs && mark(varied, i, noted);
      for (int j = 0; j < i; j++) {
        news |= mark(orders, 3 * pair++ + 1 + order(parameters.get(j), parameters.get(i)), noted);
      }
    }
    return news;
  }

  private static boolean mark(BitSet seen, int index, boolean noted) {
    boolean fresh = !seen.get(index);
    if (noted) {
      seen.set(index);
    }
    return fresh;
  }

  private static String text(List<@Nullable Object> parameters, int index) {
    return String.valueOf(parameters.get(index));
  }

  private static int order(@Nullable Object one, @Nullable Object other) {
    if (one instanceof Number && other instanceof Number) {
      try {
        return new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString()));
      } catch (NumberFormatException e) {
        return 0; // NaN and its like are no keys
      }
    }
    return Integer.signum(String.valueOf(one).compareTo(String.valueOf(other)));
  }
}
