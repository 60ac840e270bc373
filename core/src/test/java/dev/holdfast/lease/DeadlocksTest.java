package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Deadlocks.Edge;
import dev.holdfast.lease.Deadlocks.Verdict;
import dev.holdfast.lease.Deadlocks.Waits;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What one process makes of what it hears. Times are in milliseconds. */
class DeadlocksTest {

  private static final UUID OURS = new UUID(0, 1);
  private static final UUID THEIRS = new UUID(0, 2);

  private final Deadlocks deadlocks = new Deadlocks(OURS);

  @Test
  @DisplayName("a circle counts when everybody in it said so after it was first seen")
  void seenTwice() {
    assertThat(look(1_000, 900, 7)).isEmpty();
    assertThat(look(1_300, 900, 7)).as("the other one may have given up since").isEmpty();
    assertThat(look(1_600, 1_200, 7)).extracting(Verdict::number).containsExactly(4L);
  }

  @Test
  @DisplayName("another grant in between makes it another circle")
  void anotherGrant() {
    assertThat(look(1_000, 900, 7)).isEmpty();
    assertThat(look(1_300, 1_200, 8)).isEmpty();
    assertThat(look(1_600, 1_500, 8)).hasSize(1);
  }

  @Test
  @DisplayName("a circle that was gone for a look begins anew")
  void gone() {
    assertThat(look(1_000, 900, 7)).isEmpty();
    assertThat(deadlocks.judge(List.of())).isEmpty();
    assertThat(look(1_600, 1_500, 7)).isEmpty();
  }

  @Test
  @DisplayName("who is not the youngest is told only if the circle stands three seconds later")
  void lastResort() {
    Deadlocks others = new Deadlocks(THEIRS);
    assertThat(others.judge(circle(1_000, 900, 7))).isEmpty();
    assertThat(others.judge(circle(1_300, 1_200, 7))).isEmpty();
    assertThat(others.judge(circle(4_200, 4_100, 7))).isEmpty();
    assertThat(others.judge(circle(4_400, 4_350, 7)))
        .extracting(Verdict::number)
        .containsExactly(9L);
  }

  @Test
  @DisplayName("waiting without a circle is no deadlock, however long it lasts")
  void chain() {
    for (int at = 1_000; at < 5_000; at += 300) {
      Edge edge = circle(at, at, 7).get(0);
      assertThat(deadlocks.judge(List.of(edge))).isEmpty();
    }
  }

  private List<Verdict> look(long at, long theySaidSo, long fence) {
    return deadlocks.judge(circle(at, theySaidSo, fence));
  }

  /** Ours, the younger, waits for b of theirs; theirs waits for a of ours. */
  private static List<Edge> circle(long at, long theySaidSo, long fence) {
    String ours = "waiter:" + OURS + "/4";
    String theirs = "waiter:" + THEIRS + "/9";
    return List.of(
        new Edge(ours, theirs, "b", fence, new Waits("me", time(500), time(at)), time(at)),
        new Edge(theirs, ours, "a", 3L, new Waits("you", time(400), time(theySaidSo)), time(at)));
  }

  private static Instant time(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
