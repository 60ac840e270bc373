package dev.holdfast.examples.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.examples.support.RunningApp;
import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.process.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A publisher in a process of its own dies, or seems to; another one goes on. */
class DeadWorkersTest {

  private static final String ID = "pic";

  private Studio studio;

  @BeforeEach
  void start() throws Exception {
    studio = new Studio();
  }

  @AfterEach
  void stop() {
    studio.close();
  }

  /** A publisher that has claimed the item, and waits there. */
  private ChildJvm waiting(String where) {
    ChildJvm first =
        ChildJvm.start(
            PublisherProcess.class,
            studio.database().url(),
            studio.database().user(),
            studio.gallery().address().toString(),
            where);
    assertThat(first.hear(Studio.LONG)).isEqualTo("ready");
    studio.sql().update("insert into \"Deviation\" values (?, 'Night watch', 'scheduled')", ID);
    assertThat(first.hear(Studio.LONG)).isEqualTo(where);
    return first;
  }

  @Test
  @DisplayName("E5: the item of a killed worker is published by another, seconds later")
  void killedBefore() {
    try (ChildJvm first = waiting("before")) {
      first.kill();
      try (RunningApp second = studio.publisher(1)) {
        assertThat(Studio.await(second, ID, "published").body().path("executionVersion").asInt())
            .as("claimed a second time")
            .isEqualTo(2);
      }
    }
    assertThat(studio.wall().uploads(ID)).isEqualTo(1);
  }

  @Test
  @DisplayName("E5: killed after its upload: the next worker finds it there, no second upload")
  void killedAfter() {
    try (ChildJvm first = waiting("after")) {
      first.kill();
      try (RunningApp second = studio.publisher(1)) {
        Studio.await(second, ID, "published");
      }
    }
    assertThat(studio.wall().uploads(ID)).isEqualTo(1);
    assertThat(studio.wall().counts()).containsEntry("duplicates", 0);
  }

  @Test
  @DisplayName("E5: a zombie's upload is refused by its fence, and it can't finish the item")
  void zombie() throws Exception {
    assumeTrue(ChildJvm.canStop());
    try (ChildJvm first = waiting("before");
        RunningApp second = stopped(first)) {
      Studio.await(second, ID, "published");
      first.cont();
      first.tell("go on");
      assertThat(List.of(first.hear(Studio.LONG), first.hear(Studio.LONG)))
          .as("by the gallery, and by the database")
          .containsExactlyInAnyOrder("refused", "lost");
      assertThat(studio.wall().uploads(ID)).isEqualTo(1);
      assertThat(studio.wall().counts())
          .containsEntry("refusals", 1)
          .containsEntry("duplicates", 0);
      assertThat(second.http().get("/deviations/" + ID).text("status"))
          .as("the zombie's failure is not the item's")
          .isEqualTo("published");
    }
  }

  private RunningApp stopped(ChildJvm first) {
    first.stop();
    return studio.publisher(1);
  }

  @Test
  @DisplayName("E5: the clean-up frees the locks of a dead worker, and says how many")
  void cleanUp() throws Exception {
    try (ChildJvm first = waiting("before")) {
      // Not due any more: nobody claims it, so it is the clean-up that finds it.
      studio.sql().update("update \"Deviation\" set \"scheduledAt\" = '2999-01-01'");
      try (RunningApp second = studio.publisher(1)) {
        LockCleanup cleanup = second.bean(LockCleanup.class);
        assertThat(cleanup.release()).as("its worker lives").isZero();
        first.kill();
        Eventually.holds("one lock is freed", Studio.LONG, () -> cleanup.release() == 1);
        assertThat(second.http().get("/deviations/" + ID).body().path("executionLockId").isNull())
            .isTrue();
      }
    }
  }
}
