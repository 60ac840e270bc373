package dev.holdfast.server.child;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs a command as {@code hold} does, with a lease that is renewed for a given time only. */
final class SupervisedMain {
  private SupervisedMain() {}

  /** Arguments: milliseconds of lease, milliseconds of margin, then the command. */
  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + Duration.ofMillis(Long.parseLong(args[0])).toNanos();
    Duration margin = Duration.ofMillis(Long.parseLong(args[1]));
    Supervisor supervisor =
        new Supervisor(
            () -> Duration.ofNanos(end - System.nanoTime()), margin, System.err::println);
    supervisor.catchSignals();
    try (Guardian guardian =
        Guardian.start(Supervisor.guardianGrace(margin)).orElseThrow(AssertionError::new)) {
      List<String> command = List.of(args).subList(2, args.length);
      guardian.left(Duration.ofNanos(end - System.nanoTime()).minus(margin));
      Child child = Child.start(command, Map.of(), guardian);
      Supervisor.Outcome outcome = supervisor.run(child, guardian);
      long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
      System.err.println("lost=" + outcome.lost() + " left=" + left);
      System.exit(outcome.exitCode());
    }
  }
}
