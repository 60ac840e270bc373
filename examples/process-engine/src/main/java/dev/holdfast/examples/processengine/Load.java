package dev.holdfast.examples.processengine;

import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.SteadyLoad;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Six impatient users on one instance at a time: each calls {@code process/next} a few times a
 * second, most are refused, and when an instance has ended they go on to the next one.
 */
public final class Load {
  private Load() {}

  private static final int USERS = 6;
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Begins; close it to end. */
  public static SteadyLoad start(URI baseUrl) {
    Http http = new Http(baseUrl);
    AtomicLong current = new AtomicLong();
    return SteadyLoad.start(USERS, PAUSE, user -> round(http, current, user));
  }

  private static void round(Http http, AtomicLong current, int user)
      throws IOException, InterruptedException {
    long id = current.get();
    if (id == 0 || http.get("/instances/" + id).text("currentTask").equals(Task.ENDED.name())) {
      if (user == 0) {
        current.set(http.post("/instances", "").body().path("id").asLong());
      }
      return;
    }
    Answer answer = http.post("/instances/" + id + "/process/next", "");
    if (answer.status() != 200 && answer.status() != 409) {
      throw new IOException("process/next was answered with " + answer.status());
    }
  }
}
