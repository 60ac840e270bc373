package dev.holdfast.examples.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.claim.Claim;
import dev.holdfast.claim.Claims;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.RunningApp;
import dev.holdfast.examples.support.SteadyLoad;
import dev.holdfast.examples.support.Together;
import dev.holdfast.testkit.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two running publishers with five workers in all, and the cases and figures of the source. */
class PublishingTest {

  private static final int ITEMS = 100;

  private static Studio studio;
  private static final List<RunningApp> PUBLISHERS = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    studio = new Studio();
    PUBLISHERS.add(studio.publisher(3));
    PUBLISHERS.add(studio.publisher(2));
  }

  @AfterAll
  static void stop() {
    PUBLISHERS.forEach(RunningApp::close);
    studio.close();
  }

  private static RunningApp publisher() {
    return PUBLISHERS.get(0);
  }

  /** Far off for the workers; the test makes it due for itself. */
  private static String later() throws Exception {
    Answer made =
        publisher()
            .http()
            .post("/deviations", Map.of("title", "later", "scheduledAt", "2999-01-01T00:00:00Z"));
    return made.text("id");
  }

  @Test
  @DisplayName("E5: an item that is due is published, and its lock is gone")
  void published() throws Exception {
    String id = Studio.schedule(publisher(), "Still life");
    Answer item = Studio.await(publisher(), id, "published");
    assertThat(item.body().path("executionLockId").isNull()).isTrue();
    assertThat(item.body().path("executionVersion").asInt()).isEqualTo(1);
    assertThat(studio.wall().uploads(id)).isEqualTo(1);
  }

  @Test
  @DisplayName("E5: an item that is not due is left alone")
  void notDue() throws Exception {
    String id = later();
    Studio.await(publisher(), Studio.schedule(publisher(), "now"), "published");
    Answer item = publisher().http().get("/deviations/" + id);
    assertThat(item.text("status")).isEqualTo("scheduled");
    assertThat(item.body().path("executionVersion").asInt()).isZero();
  }

  @Test
  @DisplayName("E5: a failed upload is a failed item, its lock is gone, the reason stands there")
  void failed() throws Exception {
    String id = "x".repeat(201);
    studio.sql().update("insert into \"Deviation\" values (?, 'refused', 'scheduled')", id);
    Answer item = Studio.await(publisher(), id, "failed");
    assertThat(item.body().path("executionLockId").isNull()).isTrue();
    assertThat(
            studio
                .sql()
                .queryForObject(
                    "select \"lastError\" from \"Deviation\" where id = ?", String.class, id))
        .contains("the gallery answered with 400");
  }

  @Test
  @DisplayName("E5: of five who claim one item at once one gets it, the others skip it")
  void oneClaims() {
    studio
        .sql()
        .update(
            """
            insert into "Deviation" values ('contested', 'draft', 'scheduled', '2999-01-01')
            """);
    List<Optional<Claim>> claims =
        Together.run(
            5,
            no -> {
              Claims mine = PUBLISHERS.get(no % 2).bean(Claims.class);
              studio
                  .sql()
                  .update(
                      "update \"Deviation\" set \"scheduledAt\" = now() where id = 'contested'");
              return mine.tryClaimKey("contested");
            });
    claims.forEach(claim -> claim.ifPresent(Claim::finish));
    Answer item = Studio.await(publisher(), "contested", "published");
    assertThat(item.body().path("executionVersion").asInt())
        .as("claimed once: by one of the five, or by a worker that was faster than all of them")
        .isEqualTo(1);
  }

  @Test
  @DisplayName("E5: a lock that an unknown worker left behind is taken over at the next claim")
  void staleLock() {
    studio
        .sql()
        .update(
            """
            insert into "Deviation" values
              ('stale', 'left behind', 'scheduled', now(),
               'b5f0d4a2-0000-4000-8000-000000000001', now() - interval '1 hour', 7)
            """);
    Answer item = Studio.await(publisher(), "stale", "published");
    assertThat(item.body().path("executionVersion").asInt())
        .as("rises with every lock")
        .isEqualTo(8);
  }

  @Test
  @DisplayName("E5: 5 workers, 100 items at once: 0 duplicates, all published")
  void hundredItems() throws Exception {
    Instant due = Instant.now();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      ids.add(publisher().bean(Deviations.class).schedule("no. " + i, due));
    }
    ids.forEach(id -> Studio.await(publisher(), id, "published"));
    assertThat(ids).allSatisfy(id -> assertThat(studio.wall().uploads(id)).isEqualTo(1));
    assertThat(studio.wall().counts()).containsEntry("duplicates", 0);
    assertThat(
            studio
                .sql()
                .queryForObject(
                    "select max(\"executionVersion\") from \"Deviation\" where title like 'no. %'",
                    Integer.class))
        .as("no item was claimed twice")
        .isEqualTo(1);
  }

  @Test
  @DisplayName("E5: under load items are published, and nothing fails")
  void load() throws Exception {
    try (SteadyLoad load = Load.start(publisher().address())) {
      Eventually.holds("8 rounds", Studio.LONG, () -> load.rounds() >= 8);
      assertThat(load.failures()).isZero();
    }
    Eventually.holds(
        "all studies are published",
        Studio.LONG,
        () ->
            Integer.valueOf(0)
                .equals(
                    studio
                        .sql()
                        .queryForObject(
                            "select count(*) from \"Deviation\""
                                + " where title like 'Study%' and status <> 'published'",
                            Integer.class)));
    assertThat(publisher().http().get("/stats").body().path("published").asInt()).isPositive();
  }
}
