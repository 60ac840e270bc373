package dev.holdfast;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The state of a row that somebody saw: a number that every write raises by one, or the time of the
 * last write. Who writes says which version was seen; the write is done only if it is still the
 * current one.
 */
public sealed interface Version {

  /** The text, as it stands in an ETag: {@code 42} or {@code 2026-03-01T12:00:00.123456Z}. */
  @Override
  String toString();

  static Version of(long number) {
    return new Counter(number);
  }

  /** A time as PostgreSQL keeps it: microseconds, nothing finer. */
  static Version of(Instant time) {
    return new Time(time);
  }

  /** The version with this very text; empty if no version has it. */
  static Optional<Version> parse(String text) {
    try {
      Version parsed = text.contains("T") ? of(Instant.parse(text)) : of(Long.parseLong(text));
      return parsed.toString().equals(text) ? Optional.of(parsed) : Optional.empty();
    } catch (DateTimeException | NumberFormatException | InvalidRequestException e) {
      return Optional.empty();
    }
  }

  /** The number; of a version that is one. */
  default long number() {
    throw new InvalidRequestException("the version " + this + " is a time, not a number");
  }

  /** The time; of a version that is one. */
  default Instant time() {
    throw new InvalidRequestException("the version " + this + " is a number, not a time");
  }

  /** A counter: {@code row_version}. */
  record Counter(long number) implements Version {
    @Override
    public String toString() {
      return Long.toString(number);
    }
  }

  /** The time of the last write: {@code updated_at}. */
  record Time(Instant time) implements Version {

    public Time {
      if (!time.equals(time.truncatedTo(ChronoUnit.MICROS))) {
        throw new InvalidRequestException(
            "a version has microseconds, nothing finer: "
                + time
                + " can't have come from the database; use the time that was read there");
      }
    }

    @Override
    public String toString() {
      return time.toString();
    }
  }
}
