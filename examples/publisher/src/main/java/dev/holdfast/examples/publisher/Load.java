package dev.holdfast.examples.publisher;

import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.SteadyLoad;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Two artists who schedule something for now every half second: the workers do the rest. */
public final class Load {
  private Load() {}

  private static final int ARTISTS = 2;
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Begins; close it to end. */
  public static SteadyLoad start(URI baseUrl) {
    Http http = new Http(baseUrl);
    AtomicInteger number = new AtomicInteger();
    return SteadyLoad.start(ARTISTS, PAUSE, artist -> round(http, number.incrementAndGet()));
  }

  private static void round(Http http, int number) throws IOException, InterruptedException {
    Answer answer = http.post("/deviations", Map.of("title", "Study no. " + number));
    if (answer.status() != 201) {
      throw new IOException("an item was answered with " + answer.status());
    }
  }
}
