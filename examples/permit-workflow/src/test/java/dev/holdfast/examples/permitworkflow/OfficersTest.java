package dev.holdfast.examples.permitworkflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.SteadyLoad;
import dev.holdfast.examples.support.Together;
import dev.holdfast.testkit.Eventually;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Transitions: locked rows. */
class OfficersTest {

  private static Office office;

  @BeforeAll
  static void open() {
    office = new Office();
  }

  @AfterAll
  static void close() {
    office.close();
  }

  @Test
  @DisplayName("E3: of 20 officers who claim at once one gets it, 19 hear that it is claimed")
  void oneClaims() throws Exception {
    long id = office.submitted();
    List<Answer> answers =
        Together.run(20, no -> office.act(id, "claim", Map.of("officer", "officer-" + no)));
    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 409)
        .hasSize(19)
        .allSatisfy(
            late -> {
              assertThat(late.text("type")).isEqualTo("urn:holdfast:problem:already-claimed");
              assertThat(late.text("detail")).contains("already claimed", "reload it");
            });
    assertThat(office.count("transitions", id)).as("submitted, claimed").isEqualTo(2);
    assertThat(office.count("notifications", id)).as("one each").isEqualTo(2);
  }

  @Test
  @DisplayName("E3: an application goes over two desks, each step once however many ask for it")
  void overTwoDesks() throws Exception {
    long id = office.submitted();
    for (String desk : List.of("building law", "fire safety")) {
      String winner = claim(id);
      Map<String, String> forward = Map.of("officer", winner, "desk", desk);
      assertOne(Together.run(10, no -> office.act(id, "forward", forward)));
    }
    Map<String, String> last = Map.of("officer", claim(id));
    assertOne(Together.run(10, no -> office.act(id, no % 2 == 0 ? "approve" : "reject", last)));
    assertThat(office.count("transitions", id)).isEqualTo(7);
    assertThat(office.count("notifications", id)).isEqualTo(7);
    assertThat(office.http().get("/applications/" + id + "/transitions").body())
        .extracting(step -> step.path("row_version").asInt())
        .as("the version rises with every step")
        .containsExactly(2, 3, 4, 5, 6, 7, 8);
  }

  /** Ten officers try; the name of the one who got it. */
  private static String claim(long id) {
    List<Answer> answers =
        Together.run(10, no -> office.act(id, "claim", Map.of("officer", "officer-" + no)));
    return assertOne(answers).body().path("assignment").path("officer").asText();
  }

  private static Answer assertOne(List<Answer> answers) {
    List<Answer> winners = answers.stream().filter(answer -> answer.status() == 200).toList();
    assertThat(winners).hasSize(1);
    return winners.get(0);
  }

  @Test
  @DisplayName("E3: only the officer who claimed an application may forward it")
  void notYours() throws Exception {
    long id = office.submitted();
    office.act(id, "claim", Map.of("officer", "Grace"));
    Answer refused = office.act(id, "forward", Map.of("officer", "Linus", "desk", "archive"));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(office.get(id).text("state")).isEqualTo("CLAIMED");
  }

  @Test
  @DisplayName("E3: nobody approves what was changed since it was read: 412")
  void approvesWhatWasRead() throws Exception {
    long id = office.submitted();
    Map<String, String> officer = Map.of("officer", "Grace");
    String read = office.act(id, "claim", officer).header("ETag");
    assertThat(office.edit(id, "two storeys higher", read).status()).isEqualTo(200);
    Answer refused = office.act(id, "approve", officer, read);
    assertThat(refused.status()).isEqualTo(412);
    assertThat(office.get(id).text("state")).isEqualTo("CLAIMED");
    assertThat(office.count("notifications", id)).as("nobody was told of it").isEqualTo(2);
  }

  @Test
  @DisplayName("E3: a row that somebody keeps locked is a 409 after 5 s, for officer and citizen")
  void lockTimeout() throws Exception {
    long id = office.submitted();
    try (Connection other = office.database().dataSource().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select * from applications where id = " + id + " for update");
      long start = System.nanoTime();
      List<Answer> answers =
          Together.run(
              2,
              no ->
                  no == 0
                      ? office.act(id, "claim", Map.of("officer", "Grace"))
                      : office.edit(id, "late", "\"2\""));
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("the lock timeout, not the deadline of 30 s, ended the wait")
          .isBetween(Duration.ofMillis(4_900), Duration.ofSeconds(25));
      assertThat(answers)
          .allSatisfy(
              answer -> {
                assertThat(answer.status()).isEqualTo(409);
                assertThat(answer.text("title"))
                    .isEqualTo("The resource is being modified by another operation");
                assertThat(answer.header("Retry-After")).isEqualTo("1");
              });
      other.rollback();
    }
    assertThat(office.act(id, "claim", Map.of("officer", "Grace")).status()).isEqualTo(200);
  }

  @Test
  @DisplayName("E3: an application that is not there is a 404")
  void missing() throws Exception {
    assertThat(office.act(4711, "claim", Map.of("officer", "Grace")).status()).isEqualTo(404);
    assertThat(office.get(4711).status()).isEqualTo(404);
  }

  @Test
  @DisplayName("E3: under load citizens and officers contend, and nothing fails")
  void load() {
    try (SteadyLoad load = Load.start(office.app().address())) {
      Eventually.holds("40 rounds", Duration.ofMinutes(3), () -> load.rounds() >= 40);
      assertThat(load.failures()).isZero();
    }
  }
}
