package dev.holdfast.internal;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A circle of waiting as a sentence. */
public final class CircleText {

  private CircleText() {}

  /**
   * One who waits, and for whom.
   *
   * @param from who waits
   * @param to for whom
   * @param resource the lease in between; null: there is none
   * @param fence of that lease; null: it is a guard that is in the way
   */
  public record Step(Who from, Who to, @Nullable String resource, @Nullable Long fence) {}

  /**
   * Somebody in a circle.
   *
   * @param id {@code waiter:<process>/<number>} or {@code backend:<pid>}
   * @param name for people
   */
  public record Who(String id, String name) {

    boolean isBackend() {
      return id.startsWith("backend:");
    }

    /** Its number within its process. */
    String number() {
      return id.substring(id.lastIndexOf('/') + 1);
    }
  }

  public static String of(List<Step> steps) {
    return steps.stream().map(step -> text(step, steps)).collect(Collectors.joining("; "));
  }

  private static String text(Step step, List<Step> all) {
    String from = name(step.from(), all);
    String to = name(step.to(), all);
    if (step.from().isBackend()) {
      return step.to().isBackend()
          ? from + " waits for a lock of " + to
          : from + " is in a transaction of " + to;
    }
    if (step.to().isBackend()) {
      return from + " waits for " + step.resource() + ", whose guard " + to + " has";
    }
    return from
        + " waits for "
        + step.resource()
        + ", held by "
        + to
        + " (fence "
        + step.fence()
        + ")";
  }

  /** With its number where another one has the same name. */
  private static String name(Who who, List<Step> all) {
    boolean alone =
        all.stream()
            .map(Step::from)
            .noneMatch(each -> each.name().equals(who.name()) && !each.id().equals(who.id()));
    return alone || who.isBackend() ? who.name() : who.name() + " (waiter " + who.number() + ")";
  }
}
