package dev.holdfast.examples.permitworkflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.Together;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Edits: versions and ETags. */
class CitizensTest {

  private static final int WRITERS = 12;
  private static final int EDITS = 10;
  private static final int MOST_TRIES = 10_000;

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
  @DisplayName("E3: an edit names the version it goes on from, and the next version comes back")
  void edits() throws Exception {
    long id = office.draft("a");
    Answer edited = office.edit(id, "b", "\"1\"");
    assertThat(edited.status()).isEqualTo(200);
    assertThat(edited.header("ETag")).isEqualTo("\"2\"");
    assertThat(edited.body().path("content").path("details").asText()).isEqualTo("b");
    Answer unchanged =
        office.http().send("GET", "/applications/" + id, null, Map.of("If-None-Match", "\"2\""));
    assertThat(unchanged.status()).isEqualTo(304);
  }

  @Test
  @DisplayName("E3: an edit of an older version is a 412 that says which one there is now")
  void staleByIfMatch() throws Exception {
    long id = office.draft("a");
    office.edit(id, "b", "\"1\"");
    Answer stale = office.edit(id, "c", "\"1\"");
    assertThat(stale.status()).isEqualTo(412);
    assertThat(stale.text("expected")).isEqualTo("1");
    assertThat(stale.text("actual")).isEqualTo("2");
    assertThat(office.get(id).body().path("content").path("details").asText()).isEqualTo("b");
  }

  @Test
  @DisplayName("E3: with the row version in the body it is a 409 that prompts to refresh")
  void staleByBody() throws Exception {
    long id = office.draft("a");
    office.edit(id, "b", "\"1\"");
    Map<String, Object> edit = Map.of("title", "Shed", "details", "c", "rowVersion", 1);
    Answer stale = office.http().send("PUT", "/applications/" + id, edit, Map.of());
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.text("type")).isEqualTo("urn:holdfast:problem:stale");
    assertThat(stale.text("actual")).isEqualTo("2");
  }

  @Test
  @DisplayName("E3: an edit that names no version is a 428, one of nothing a 404")
  void versionRequired() throws Exception {
    long id = office.draft("a");
    Map<String, String> edit = Map.of("title", "Shed", "details", "c");
    assertThat(office.http().send("PUT", "/applications/" + id, edit, Map.of()).status())
        .isEqualTo(428);
    assertThat(office.edit(4711, "c", "\"1\"").status()).isEqualTo(404);
  }

  @Test
  @DisplayName("E3: a claim in between makes the citizen's version old, too")
  void claimedInBetween() throws Exception {
    long id = office.submitted();
    String seen = office.get(id).header("ETag");
    office.act(id, "claim", Map.of("officer", "Grace"));
    assertThat(office.edit(id, "late", seen).status()).isEqualTo(412);
  }

  @Test
  @DisplayName("E3: after the decision nothing can be edited")
  void decided() throws Exception {
    long id = office.submitted();
    office.act(id, "claim", Map.of("officer", "Grace"));
    String tag = office.act(id, "approve", Map.of("officer", "Grace")).header("ETag");
    assertThat(office.edit(id, "late", tag).status()).isEqualTo(409);
  }

  @Test
  @DisplayName("E3: 12 writers and officers in between: 120 edits, none lost")
  void noLostUpdate() throws Exception {
    long id = office.submitted();
    List<Integer> refused =
        Together.run(WRITERS + 1, no -> no == WRITERS ? officers(id) : writer(id));
    assertThat(office.get(id).body().path("content").path("details").asInt())
        .as("each writer read a number and wrote the next one, %s times refused", refused)
        .isEqualTo(WRITERS * EDITS);
    assertThat(office.get(id).body().path("rowVersion").asInt())
        .as("the version counts every write: the submission, the edits, the transitions")
        .isEqualTo(1 + WRITERS * EDITS + office.count("transitions", id));
  }

  /** Reads the number, writes the next one; again if somebody was faster. */
  private static int writer(long id) throws IOException, InterruptedException {
    int done = 0;
    int refused = 0;
    while (done < EDITS) {
      assertThat(refused).isLessThan(MOST_TRIES);
      Answer seen = office.get(id);
      int next = seen.body().path("content").path("details").asInt() + 1;
      Answer answer = office.edit(id, Integer.toString(next), seen.header("ETag"));
      assertThat(answer.status()).isIn(200, 412);
      if (answer.status() == 200) {
        done++;
      } else {
        refused++;
      }
    }
    return refused;
  }

  private static int officers(long id) throws IOException, InterruptedException {
    for (int i = 0; i < EDITS; i++) {
      Map<String, String> officer = Map.of("officer", "Grace", "desk", "desk-" + i);
      assertThat(office.act(id, "claim", officer).status()).isEqualTo(200);
      assertThat(office.act(id, "forward", officer).status()).isEqualTo(200);
    }
    return 0;
  }
}
