package dev.holdfast.examples.permitworkflow;

import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.SteadyLoad;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One citizen who writes and edits, and four officers who want the same application: each claims
 * it, passes it on and decides in the end. Who comes late is refused with 409, 412 or 403.
 */
public final class Load {

  private static final int CALLERS = 5;
  private static final Duration PAUSE = Duration.ofMillis(400);
  private static final Set<Integer> EXPECTED = Set.of(200, 201, 403, 409, 412);

  private final Http http;
  private final AtomicLong current = new AtomicLong();

  private Load(Http http) {
    this.http = http;
  }

  /** Begins; close it to end. */
  public static SteadyLoad start(URI baseUrl) {
    Load load = new Load(new Http(baseUrl));
    return SteadyLoad.start(CALLERS, PAUSE, load::round);
  }

  private void round(int caller) throws IOException, InterruptedException {
    if (current.get() == 0) {
      begin();
      return;
    }
    Answer seen = http.get("/applications/" + current.get());
    State state = State.valueOf(seen.text("state"));
    if (caller == 0) {
      citizen(state, seen);
    } else {
      officer("officer-" + caller, state, seen);
    }
  }

  private void begin() throws IOException, InterruptedException {
    Map<String, String> content =
        Map.of("citizen", "Ada", "title", "A carport", "details", "wooden");
    Answer made = expect(http.post("/applications", content));
    current.set(made.body().path("id").asLong());
  }

  private void citizen(State state, Answer seen) throws IOException, InterruptedException {
    if (!state.isOpen()) {
      begin();
      return;
    }
    Map<String, String> edit =
        Map.of("title", "A carport", "details", "wooden, version after " + seen.header("ETag"));
    expect(send("PUT", "", edit, seen));
    if (state == State.DRAFT) {
      expect(send("POST", "/submit", Map.of(), http.get("/applications/" + current.get())));
    }
  }

  private void officer(String name, State state, Answer seen)
      throws IOException, InterruptedException {
    boolean firstDesk = seen.body().path("assignment").path("desk").asText().equals("intake");
    switch (state) {
      case SUBMITTED, FORWARDED -> expect(send("POST", "/claim", Map.of("officer", name), seen));
      case CLAIMED -> {
        Map<String, String> body = Map.of("officer", name, "desk", "building law");
        expect(send("POST", firstDesk ? "/forward" : "/approve", body, seen));
      }
      default -> {
        // the citizen's turn
      }
    }
  }

  private Answer send(String method, String act, Map<String, String> body, Answer seen)
      throws IOException, InterruptedException {
    Map<String, String> headers = Map.of("If-Match", seen.header("ETag"));
    return http.send(method, "/applications/" + current.get() + act, body, headers);
  }

  private static Answer expect(Answer answer) throws IOException {
    if (!EXPECTED.contains(answer.status())) {
      throw new IOException("answered with " + answer.status() + ": " + answer.body());
    }
    return answer;
  }
}
