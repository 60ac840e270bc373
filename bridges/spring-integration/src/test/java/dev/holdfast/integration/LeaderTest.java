package dev.holdfast.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.testkit.junit.HoldfastTest;
import dev.holdfast.testkit.process.ChildJvm;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

@HoldfastTest
class LeaderTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final BlockingQueue<String> news = new LinkedBlockingQueue<>();

  @Test
  @DisplayName("L13: when the leader's process is killed, another one leads")
  void leaderDies(Holdfast holdfast, TestDatabase database) throws Exception {
    LockRegistryLeaderInitiator next = candidate(holdfast);
    try (ChildJvm leader = ChildJvm.start(LeaderMain.class, url(database))) {
      assertThat(leader.hear(MINUTE)).isEqualTo("granted");
      next.start();
      assertThat(news.poll(500, TimeUnit.MILLISECONDS)).as("while the other leads").isNull();
      leader.kill();
      assertThat(hear()).isEqualTo("granted");
      assertThat(next.getContext().isLeader()).isTrue();
    } finally {
      next.stop();
    }
    assertThat(hear()).isEqualTo("revoked");
  }

  @Test
  @DisplayName("L13: a leader that yields hands over at once, and one that stops too")
  void yields(Holdfast holdfast, TestDatabase database) throws Exception {
    LockRegistryLeaderInitiator first = candidate(holdfast);
    first.start();
    assertThat(hear()).isEqualTo("granted");
    try (ChildJvm second = ChildJvm.start(LeaderMain.class, url(database))) {
      first.stop();
      assertThat(hear()).isEqualTo("revoked");
      assertThat(second.hear(MINUTE)).isEqualTo("granted");
    }
  }

  @Test
  @DisplayName("L10: a leader whose lease is taken away hears that it leads no more")
  void revoked(Holdfast holdfast) throws Exception {
    LockRegistryLeaderInitiator leader = candidate(holdfast);
    leader.start();
    try {
      assertThat(hear()).isEqualTo("granted");
      LeaseInfo lease = holdfast.leases().find("registry/leader").orElseThrow();
      holdfast.leases().forceRelease("registry/leader", lease.fence(), "a test");
      assertThat(hear()).isEqualTo("revoked");
      assertThat(hear()).as("and is a candidate again").isEqualTo("granted");
    } finally {
      leader.stop();
    }
  }

  private LockRegistryLeaderInitiator candidate(Holdfast holdfast) {
    return Leaders.initiator(Leaders.registry(holdfast), new Leaders.Role(news::add));
  }

  private String hear() throws InterruptedException {
    return String.valueOf(news.poll(60, TimeUnit.SECONDS));
  }

  private static String url(TestDatabase database) {
    String url = database.url();
    return url.contains("user=")
        ? url
        : url + (url.contains("?") ? "&" : "?") + "user=" + database.user();
  }
}
