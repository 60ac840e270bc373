package dev.holdfast.testkit.sqllock;

import java.util.List;

/** The ways in which a lock can be broken, each with the tests that have to fail for it. */
public enum Flaw {
  NONE,
  GRANTS_ALWAYS("refusesWhatIsHeld", "oneHolderAmongProcesses"),
  CHECKS_THEN_ACTS("losesNoUpdate"),
  RELEASES_WITHOUT_TOKEN("lateRelease", "releases", "stoppedHolder"),
  NEVER_EXPIRES("takenOverAfterItsTime"),
  EXPIRES_EARLY("takenOverAfterItsTime"),
  RESTARTS_FENCES("fencesRise", "fenceRisesOverExpiry"),
  GUARD_DOES_NOT_CHECK(
      "oldHolderCannotWrite", "releasedHolderCannotWrite", "stoppedHolderCannotWrite"),
  GUARD_DOES_NOT_LOCK("pausedWrite"),
  BELIEVES_FOR_EVER("stopsBelieving", "silentNetwork", "stoppedHolder"),
  LOSES_GRANTS_WHEN_INTERRUPTED("interruptsLoseNoGrant"),
  IGNORES_INTERRUPTS("interruptedWaiterStops"),
  GIVES_UP_AT_ONCE("waitIsBounded", "waiterGetsItAfterRelease"),
  RETRIES_WITH_THE_SAME_ANSWER("lostAnswerToRelease");

  private final String caughtBy;

  Flaw(String... caughtBy) {
    this.caughtBy = String.join(" ", caughtBy);
  }

  List<String> caughtBy() {
    return List.of(caughtBy.split(" "));
  }
}
