package dev.holdfast.torture;

import dev.holdfast.torture.check.Shrinker;
import dev.holdfast.torture.check.Timeline;
import dev.holdfast.torture.check.Violation;
import dev.holdfast.torture.fault.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What is shown of violations: the sentence, the smallest history that shows it, and a picture. */
final class Findings {
  private static final int SHOWN = 5;
  private static final int MOST_LINES = 60;

  private Findings() {}

  static void write(Outcome outcome, Path directory, Consumer<String> say) throws IOException {
    List<Violation> violations = outcome.verdict().violations();
    int shown = Math.min(SHOWN, violations.size());
    for (int i = 0; i < shown; i++) {
      Violation violation = violations.get(i);
      say.accept("VIOLATION " + violation.text());
      Shrinker.Shrunk small = Shrinker.shrink(outcome.history(), outcome.rules(), violation);
      Path history = directory.resolve("violation-" + (i + 1) + ".txt");
      Path picture = directory.resolve("violation-" + (i + 1) + ".html");
      Files.writeString(history, small.history().text());
      Files.writeString(picture, Timeline.html(small.history(), small.violation()));
      small.history().text().lines().limit(MOST_LINES).forEach(System.out::println);
      say.accept(
          "the smallest part that shows it: %s, as a picture: %s".formatted(history, picture));
    }
    if (violations.size() > shown) {
      say.accept("… and %d more".formatted(violations.size() - shown));
    }
  }
}
