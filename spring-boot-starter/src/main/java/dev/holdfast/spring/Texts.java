package dev.holdfast.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;

/** The texts in annotations, with <code>${…}</code> put in. */
final class Texts {

  private final ConfigurableBeanFactory beans;

  Texts(ConfigurableBeanFactory beans) {
    this.beans = beans;
  }

  String resolved(String text) {
    String resolved = beans.resolveEmbeddedValue(text);
    return resolved == null ? "" : resolved;
  }

  /** Null if it is empty. */
  @Nullable Duration duration(String name, String text) {
    String resolved = resolved(text).strip();
    if (resolved.isEmpty()) {
      return null;
    }
    try {
      return DurationStyle.detectAndParse(resolved);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s must be a duration such as 100ms, 30s, 5m or PT30S, not '%s'"
              .formatted(name, resolved),
          e);
    }
  }

  Duration duration(String name, String text, Duration otherwise) {
    Duration duration = duration(name, text);
    return duration == null ? otherwise : duration;
  }
}
