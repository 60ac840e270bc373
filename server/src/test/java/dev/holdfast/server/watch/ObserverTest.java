package dev.holdfast.server.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseLostException;
import dev.holdfast.lease.Lease;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the observer")
class ObserverTest {
  private final WatchLab lab = new WatchLab();

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  @Test
  @DisplayName("is one of all services; another goes on when it stops, and nothing is lost")
  void oneOfAll() {
    Watch first = Watch.start(lab.holdfast("first"), lab.dataSource());
    WatchLab.until("the first observes", () -> first.status().observing());
    Watch second = lab.closing(Watch.start(lab.holdfast("second"), lab.dataSource()));
    lab.acquire("a", "1 hour", "h");
    WatchLab.until("it was told", () -> lab.told().contains("granted a 1 h"));
    assertThat(second.status().observing()).isFalse();
    first.close();
    lab.acquire("b", "1 hour", "h");
    WatchLab.until("the second observes", () -> second.status().observing());
    WatchLab.until("it was told", () -> lab.told().contains("granted b 1 h"));
    assertThat(lab.told()).doesNotHaveDuplicates();
    WatchLab.until("it knows of its look", () -> second.status().lookTook() != null);
    assertThat(second.lag()).isLessThan(WatchLab.SOON);
  }

  @Test
  @DisplayName("can tell nothing any more once its lease is lost, even if it does not know")
  void zombie() throws Exception {
    Holdfast holdfast = lab.holdfast("zombie");
    Observer observer = new Observer(holdfast.leases(), lab.dataSource(), WatchLab.SOON, () -> {});
    Lease lease = holdfast.leases().acquire(Observer.RESOURCE);
    observer.look(lease);
    List<String> before = lab.rows("select * from holdfast.observer");
    lab.rows(
        "select holdfast.force_release(?, ?, 'test', 'test')", Observer.RESOURCE, lease.fence());
    assertThatThrownBy(() -> observer.look(lease)).isInstanceOf(LeaseLostException.class);
    assertThat(lab.rows("select * from holdfast.observer")).isEqualTo(before);
  }

  @Test
  @DisplayName("reads all leases for 2 % of the time at most")
  void pace() {
    ScanPace pace = new ScanPace();
    assertThat(pace.isDue(0)).isTrue();
    pace.scanned(1_000, 20);
    assertThat(pace.isDue(1_000 + 49 * 20 - 1)).isFalse();
    assertThat(pace.isDue(1_000 + 49 * 20)).isTrue();
  }
}
