package dev.holdfast.examples.evalium;

import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.SteadyLoad;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Candidates who want the same few assignments at once, a reaper behind them, people who enrol, and
 * an administrator.
 */
public final class Load {

  private static final int CALLERS = 5;
  private static final Duration PAUSE = Duration.ofMillis(700);

  private Load() {}

  /** Begins; close it to end. */
  public static SteadyLoad start(URI baseUrl) {
    Http http = new Http(baseUrl);
    AtomicLong assignment = new AtomicLong();
    AtomicLong candidate = new AtomicLong(System.currentTimeMillis());
    return SteadyLoad.start(
        CALLERS,
        PAUSE,
        caller -> {
          switch (caller) {
            case 0 -> reapAndAssign(http, assignment);
            case 1 -> enrol(http, candidate.incrementAndGet());
            default -> begin(http, assignment.get(), caller);
          }
        });
  }

  private static void reapAndAssign(Http http, AtomicLong assignment)
      throws IOException, InterruptedException {
    expect(http.post("/sessions/expired", Map.of()), 200);
    if (assignment.get() == 0 || ThreadLocalRandom.current().nextInt(5) == 0) {
      Answer made = http.post("/assignments", Map.of("evaluation", 1, "candidate", 7));
      expect(made, 201);
      assignment.set(made.body().path("id").asLong());
    }
  }

  /** Of those who begin at once, one may; sessions last no time, so that the reaper has work. */
  private static void begin(Http http, long assignment, int caller)
      throws IOException, InterruptedException {
    if (assignment != 0) {
      expect(
          http.post(
              "/assignments/" + assignment + "/sessions",
              Map.of("candidate", caller, "minutes", 0)),
          201,
          409);
    }
  }

  private static void enrol(Http http, long candidate) throws IOException, InterruptedException {
    expect(http.post("/enrolments", Map.of("programme", 1, "candidate", candidate)), 201);
  }

  private static void expect(Answer answer, int... statuses) throws IOException {
    for (int status : statuses) {
      if (answer.status() == status) {
        return;
      }
    }
    throw new IOException("answered with " + answer.status() + ": " + answer.body());
  }
}
