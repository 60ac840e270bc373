package dev.holdfast.torture;

import dev.holdfast.torture.check.Violation;
import dev.holdfast.torture.fault.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What is shown of a violation. */
final class Findings {
  private static final int SHOWN = 5;

  private Findings() {}

  static void write(Outcome outcome, Path directory, Consumer<String> say) throws IOException {
    List<Violation> violations = outcome.verdict().violations();
    for (Violation violation : violations.subList(0, Math.min(SHOWN, violations.size()))) {
      say.accept("VIOLATION " + violation.text());
    }
    if (violations.size() > SHOWN) {
      say.accept("… and %d more; the histories are in %s".formatted(violations.size(), directory));
    }
  }
}
