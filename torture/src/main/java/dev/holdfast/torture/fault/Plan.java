package dev.holdfast.torture.fault;

import dev.holdfast.torture.workload.Shape.Activity;
import dev.holdfast.torture.workload.Slip;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * How a stage is played.
 *
 * @param seed of everything that is left to chance
 * @param time how long faults are injected; what is under way then is finished
 * @param activities what the processes do
 * @param processes how many
 * @param directory where the histories go
 * @param slip what they get wrong
 */
public record Plan(
    long seed, Duration time, Set<Activity> activities, int processes, Path directory, Slip slip) {

  /** Short, so that pauses of several ttls fit into a run; long enough for a loaded machine. */
  public static final Duration TTL = Duration.ofSeconds(2);

  public Plan {
    if (processes < 1 || processes > 16) {
      throw new IllegalArgumentException("1 to 16 processes, not " + processes);
    }
  }
}
