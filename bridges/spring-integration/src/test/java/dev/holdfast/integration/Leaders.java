package dev.holdfast.integration;

import dev.holdfast.Holdfast;
import dev.holdfast.lock.HoldfastLocks;
import java.time.Duration;
import java.util.function.Consumer;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** Spring Integration's leader election, quick enough for a test. */
final class Leaders {

  static final Duration TTL = Duration.ofSeconds(5);

  private Leaders() {}

  /** A candidate that tells what becomes of it. */
  static final class Role extends DefaultCandidate {

    private final Consumer<String> told;

    Role(Consumer<String> told) {
      super("candidate", "leader");
      this.told = told;
    }

    @Override
    public void onGranted(Context context) {
      told.accept("granted");
    }

    @Override
    public void onRevoked(Context context) {
      told.accept("revoked");
    }
  }

  static HoldfastLockRegistry registry(Holdfast holdfast) {
    return HoldfastLockRegistry.on(holdfast, HoldfastLocks.defaults().withTtl(TTL));
  }

  static LockRegistryLeaderInitiator initiator(HoldfastLockRegistry registry, Role role) {
    LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(registry, role);
    initiator.setHeartBeatMillis(100);
    initiator.setBusyWaitMillis(100);
    return initiator;
  }
}
