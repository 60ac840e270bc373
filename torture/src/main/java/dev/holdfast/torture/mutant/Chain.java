package dev.holdfast.torture.mutant;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Leases that a client handed over to itself, one after the other; of all of them the database
 * knows the first.
 */
final class Chain {

  private record Step(Held to, long at) {}

  private final Held first;
  private final List<Step> steps = new ArrayList<>();

  Chain(Held first) {
    this.first = first;
  }

  void add(Held next, long at) {
    steps.add(new Step(next, at));
  }

  Held first() {
    return first;
  }

  Held last() {
    return steps.isEmpty() ? first : steps.get(steps.size() - 1).to();
  }

  int length() {
    return steps.size();
  }

  /** Of the first lease's end; ages are in microseconds. */
  long endedAge() {
    return age(steps.get(0));
  }

  /** Of the last lease's beginning. */
  long beganAge() {
    return age(steps.get(steps.size() - 1));
  }

  /** Of those in between. */
  Object[] pastBeganAges() {
    return steps.subList(0, steps.size() - 1).stream().<Object>map(Chain::age).toArray();
  }

  /** Each ended when the next one began. */
  Object[] pastEndedAges() {
    return steps.subList(1, steps.size()).stream().<Object>map(Chain::age).toArray();
  }

  private static long age(Step step) {
    return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - step.at());
  }
}
