package dev.holdfast.testkit.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.testkit.junit.HoldfastTest;
import dev.holdfast.testkit.process.ChildJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@HoldfastTest
@DisplayName("Deadlocks of leases between processes")
@Timeout(180)
final class DeadlockProcessTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** Two seconds are promised; half of the wait is for a machine with other work to do. */
  private static final long SOON_MILLIS = 30_000;

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  @DisplayName("so many processes in a ring: the youngest is told soon, all others get on")
  void ring(int size, TestDatabase database, Holdfast holdfast) throws Exception {
    assertThat(holdfast.leases().find("r0")).isEmpty();
    List<ChildJvm> children = new ArrayList<>();
    try {
      for (int i = 0; i < size; i++) {
        children.add(
            ChildJvm.start(RingMain.class, url(database), "p" + i, "r" + i, "r" + (i + 1) % size));
      }
      for (int i = 0; i < size; i++) {
        assertThat(children.get(i).hear(LONG)).isEqualTo("holds r" + i);
      }
      for (ChildJvm child : children) {
        child.tell("go");
      }
      int told = 0;
      for (int i = 0; i < size; i++) {
        String end = children.get(i).hear(LONG);
        if (end.startsWith("deadlock ")) {
          told++;
          assertThat(Long.parseLong(end.split(" ", 3)[1])).isLessThan(SOON_MILLIS);
          for (int j = 0; j < size; j++) {
            String step =
                "p%d waits for r%d, held by p%d".formatted(j, (j + 1) % size, (j + 1) % size);
            assertThat(end).contains(step);
          }
        } else {
          assertThat(end).isEqualTo("got r" + (i + 1) % size);
        }
      }
      assertThat(told).isEqualTo(1);
    } finally {
      children.forEach(ChildJvm::close);
    }
  }

  private static String url(TestDatabase database) {
    return database.url() + (database.url().contains("?") ? "&" : "?") + "user=" + database.user();
  }
}
