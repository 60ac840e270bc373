package dev.holdfast.examples.processengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.RunningApp;
import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.process.ChildJvm;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Two engines on one database; one of them dies, or seems to. */
class CrashTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private TestDatabase database;
  private RunningApp second;
  private ChildJvm first;
  private Http toFirst;
  private long id;

  @BeforeEach
  void start() throws Exception {
    database = PostgresServer.shared().createDatabase();
    second =
        RunningApp.start(
            new Class<?>[] {ProcessEngineApplication.class},
            database.url(),
            database.user(),
            "process.task-duration=0ms",
            "process.locked-by=second");
    first = ChildJvm.start(EngineProcess.class, database.url(), database.user(), "5s");
    toFirst = new Http(URI.create(first.hear(LONG)));
    id = second.http().post("/instances", "").body().path("id").asLong();
  }

  @AfterEach
  void stop() {
    first.close();
    second.close();
    database.close();
  }

  private String next() {
    return "/instances/" + id + "/process/next";
  }

  private CompletableFuture<Answer> nextByFirst() {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                answer.complete(toFirst.post(next(), ""));
              } catch (Exception e) {
                answer.completeExceptionally(e);
              }
            });
    caller.setDaemon(true);
    caller.start();
    assertThat(first.hear(LONG)).isEqualTo("working");
    return answer;
  }

  /** Asks until the lease of the other has expired. */
  private Answer nextBySecond() {
    return Eventually.yields(
        "the second engine moves the instance",
        LONG,
        () -> {
          Answer answer = second.http().post(next(), "");
          return answer.status() == 409 ? Optional.empty() : Optional.of(answer);
        });
  }

  @Test
  @DisplayName("E1: an engine killed in the middle blocks the instance until its lock expires")
  void killed() throws Exception {
    nextByFirst();
    Answer refused = second.http().post(next(), "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("holder")).isEqualTo("child");
    first.kill();
    Answer moved = nextBySecond();
    assertThat(moved.status()).isEqualTo(200);
    assertThat(moved.text("currentTask")).as("from where it stood").isEqualTo("CONFIRMATION");
    assertThat(second.http().get("/instances/" + id + "/locks").body().findValuesAsText("ending"))
        .as("the history tells how the first lock ended")
        .contains("EXPIRED");
  }

  @Test
  @DisplayName("E1: an engine that only seemed dead can't store its result: 410, no step twice")
  void lateWrite() throws Exception {
    assumeTrue(ChildJvm.canStop());
    CompletableFuture<Answer> late = nextByFirst();
    first.stop();
    assertThat(nextBySecond().text("currentTask")).isEqualTo("CONFIRMATION");
    first.cont();
    first.tell("go on");
    Answer refused = late.get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(refused.status()).isEqualTo(410);
    assertThat(refused.text("type")).isEqualTo("urn:holdfast:problem:lost");
    assertThat(refused.text("fence")).isEqualTo("1");
    assertThat(second.http().get("/instances/" + id).text("currentTask")).isEqualTo("CONFIRMATION");
    assertThat(second.http().get("/instances/" + id + "/process/history").body()).hasSize(1);
  }
}
