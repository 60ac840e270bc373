package dev.holdfast.server.cli;

import dev.holdfast.HoldfastException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.server.child.Child;
import dev.holdfast.server.child.Guardian;
import dev.holdfast.server.child.Supervisor;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One command under one lease, from the acquisition to the exit code. */
final class HoldRun {
  private final Database database;
  private final Console console;
  private final List<String> command;
  private final Duration margin;

  HoldRun(Database database, Console console, List<String> command, Duration margin) {
    this.database = database;
    this.console = console;
    this.command = command;
    this.margin = margin;
  }

  int run(String resource, LeaseOptions options) throws InterruptedException {
    Lease lease;
    try {
      lease = database.holdfast().leases().acquire(resource, options);
    } catch (LeaseHeldException held) {
      console.say(Sentences.busy(held));
      return ExitCodes.BUSY;
    }
    Supervisor supervisor = new Supervisor(lease::remaining, margin, console::say);
    lease.onLost(lost -> supervisor.leaseLost());
    // From here on a signal ends the command, which ends us; before, it ended us at once.
    supervisor.catchSignals();
    console.say("holding %s (fence %d) for %s".formatted(resource, lease.fence(), command.get(0)));
    try {
      return finish(lease, supervise(lease, supervisor));
    } catch (IOException e) {
      console.say("cannot run " + command.get(0) + ": " + e.getMessage());
      return ExitCodes.NOT_EXECUTABLE;
    }
  }

  private Supervisor.Outcome supervise(Lease lease, Supervisor supervisor)
      throws IOException, InterruptedException {
    Optional<Guardian> guardian = Guardian.start(Supervisor.guardianGrace(margin));
    if (guardian.isEmpty()) {
      console.say("there is no bash: if holdfast is killed (KILL), the command runs on");
    }
    try (Guardian guarded = guardian.orElse(null)) {
      return supervisor.run(start(lease, guarded), guarded);
    }
  }

  private Child start(Lease lease, @Nullable Guardian guardian) throws IOException {
    if (guardian != null) {
      guardian.left(lease.remaining().minus(margin));
    }
    Map<String, String> environment =
        Map.of(
            "HOLDFAST_RESOURCE", lease.resource(), "HOLDFAST_FENCE", Long.toString(lease.fence()));
    return Child.start(command, environment, guardian);
  }

  private int finish(Lease lease, Supervisor.Outcome outcome) {
    if (!outcome.lost() && release(lease)) {
      return outcome.exitCode();
    }
    console.say(
        "lost the lease of %s (fence %d): %s"
            .formatted(
                lease.resource(),
                lease.fence(),
                command.get(0) + (outcome.lost() ? " was ended" : " had not ended by then")));
    return ExitCodes.LEASE_LOST;
  }

  /** A release that fails after the work was done does not make the work fail. */
  private boolean release(Lease lease) {
    try {
      return lease.release();
    } catch (HoldfastException e) {
      console.say("the command is done, but the lease stays until it expires: " + e.getMessage());
      return true;
    }
  }
}
