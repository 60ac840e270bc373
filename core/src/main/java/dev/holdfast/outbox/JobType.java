package dev.holdfast.outbox;

import dev.holdfast.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A kind of job: named steps, each a transaction of its own. Immutable.
 *
 * <pre>{@code
 * JobType.named("forget user")
 *     .step("precheck", noHold, step -> {}).otherwise(step -> tellThatItIsOnHold(step))
 *     .step("scrub", noHold, step -> scrub(step.connection(), step.input()))
 *     .step("finalize", step -> writeReceipt(step.connection(), step.input()))
 * }</pre>
 *
 * Where a job stands is committed with the work of the step before: after a crash it goes on there.
 * So names of steps must stay as long as jobs are under way; add steps, do not rename them.
 */
public final class JobType {

  /** What a step does, in its transaction. */
  @FunctionalInterface
  public interface Action {
    void run(JobStep step) throws Exception;
  }

  /**
   * Whether a step may be done, asked in the step's own transaction just before, however long ago
   * the step before was. False ends the job: it is completed, stopped.
   */
  @FunctionalInterface
  public interface Precondition {
    boolean holds(JobStep step) throws Exception;
  }

  record Step(String name, Precondition precondition, Action action) {}

  private final String name;
  private final List<Step> steps;
  private final Action otherwise;

  private JobType(String name, List<Step> steps, Action otherwise) {
    this.name = name;
    this.steps = steps;
    this.otherwise = otherwise;
  }

  public static JobType named(String name) {
    return new JobType(check(name), List.of(), step -> {});
  }

  /** One step more, done whatever happened meanwhile. */
  public JobType step(String stepName, Action action) {
    return step(stepName, step -> true, action);
  }

  /** One step more, done only if the precondition holds then. */
  public JobType step(String stepName, Precondition precondition, Action action) {
    if (step(check(stepName)).isPresent()) {
      throw new InvalidRequestException("job " + name + " has a step " + stepName + " already");
    }
    List<Step> more = new ArrayList<>(steps);
    more.add(new Step(stepName, precondition, action));
    return new JobType(name, List.copyOf(more), otherwise);
  }

  /** What to do when a precondition does not hold, in the transaction that found it. */
  public JobType otherwise(Action action) {
    return new JobType(name, steps, action);
  }

  public String name() {
    return name;
  }

  Step first() {
    if (steps.isEmpty()) {
      throw new InvalidRequestException("job " + name + " has no steps");
    }
    return steps.get(0);
  }

  Optional<Step> step(String stepName) {
    return steps.stream().filter(step -> step.name.equals(stepName)).findFirst();
  }

  /** Empty: it was the last. */
  Optional<Step> after(Step step) {
    return steps.stream().skip(steps.indexOf(step) + 1L).findFirst();
  }

  Action otherwise() {
    return otherwise;
  }

  private static String check(String name) {
    if (name.isEmpty() || name.length() > 255 || name.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidRequestException(
          "the name of a job or step has 1 to 255 characters, none of them a control character");
    }
    return name;
  }
}
