package dev.holdfast.torture.fault;

import dev.holdfast.testkit.Eventually;
import dev.holdfast.torture.check.Invariant;
import dev.holdfast.torture.cluster.Instance;
import dev.holdfast.torture.workload.Epochs;
import dev.holdfast.torture.workload.Job;
import dev.holdfast.torture.workload.OutsideClient;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/**
 * 17: after a failover the old primary is started again, as a primary, and somebody still reaches
 * it. With a synchronous standby it can't commit anything, since nobody confirms; one process is
 * sent there to try. Without one it grants leases: what is written outside with its epoch must be
 * refused.
 */
final class OldPrimary extends Numbered {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String RESOURCE = "r/1";
  private static final String GRANT =
      "select fence from holdfast.acquire('r/1', interval '1 second', 'on the old primary')";

  private static final String WAITING =
      "select count(*) from pg_stat_activity where wait_event = 'SyncRep' and application_name = ?";

  OldPrimary(Stage stage) {
    super(17, "the old primary is back, unfenced", stage, 2);
  }

  @Override
  public Set<Invariant> suspended() {
    return stage() == Stage.ASYNCHRONOUS ? FailoverFaults.LOST : Set.of();
  }

  @Override
  public void inject(Scene scene) throws SQLException, IOException {
    int oldEpoch = scene.pair().epoch();
    FailoverFaults.failOver(scene);
    Instance old = scene.pair().standby();
    old.start();
    if (stage() == Stage.SYNCHRONOUS) {
      scene.victim().proxy().retarget(old.address());
      scene.hit(Scene.firstAbove(SOON, () -> waiting(old, scene)), "commits in vain");
    } else {
      writeFrom(old, oldEpoch, scene);
    }
  }

  private static long waiting(Instance old, Scene scene) {
    String name = scene.victim().applicationName();
    return Long.parseLong(String.valueOf(old.askIn(Job.DATABASE, WAITING, name)));
  }

  private static void writeFrom(Instance old, int oldEpoch, Scene scene)
      throws SQLException, IOException {
    Eventually.holds(
        "somebody wrote outside under the new epoch",
        SOON,
        () ->
            scene.outside().accepted().stream()
                .anyMatch(
                    a ->
                        a.resource().equals(RESOURCE)
                            && a.fence() >= Epochs.composed(oldEpoch + 1, 0)));
    long fence = grantOf(old);
    OutsideClient client = new OutsideClient(scene.outside().port());
    boolean accepted = client.write(RESOURCE, Epochs.composed(oldEpoch, fence), 1);
    scene.hit(1, accepted ? "write with its epoch accepted" : "write with its epoch refused");
    if (accepted) {
      scene.complain("a write with the old primary's epoch was accepted outside");
    }
  }

  /** Granted there as soon as what it knows of has run out. */
  private static long grantOf(Instance old) throws SQLException {
    try (Connection connection = old.source(Job.DATABASE).getConnection();
        var statement = connection.createStatement()) {
      return Eventually.yields(
          "the old primary grants",
          SOON,
          () -> {
            try (var row = statement.executeQuery(GRANT)) {
              row.next();
              long fence = row.getLong(1);
              return fence > 0 ? java.util.Optional.of(fence) : java.util.Optional.empty();
            }
          });
    }
  }

  @Override
  public void heal(Scene scene) {
    scene.followPrimary();
    scene.pair().rejoin();
  }
}
