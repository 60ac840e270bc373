package dev.holdfast.torture.history;

import java.util.Objects;

/** One line of a history. */
public record Entry(long nanos, Phase phase, Call call, Facts facts, String note) {

  private static final int FIELDS = 12;

  public Entry {
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(call, "call");
    Objects.requireNonNull(facts, "facts");
    Objects.requireNonNull(note, "note");
  }

  public Kind kind() {
    return call.kind();
  }

  public String resource() {
    return call.resource();
  }

  public String client() {
    return call.client();
  }

  public Entry withFacts(Facts newFacts) {
    return new Entry(nanos, phase, call, newFacts, note);
  }

  public Entry withNanos(long newNanos) {
    return new Entry(newNanos, phase, call, facts, note);
  }

  /** The line, without its end. */
  public String line() {
    return String.join(
        "\t",
        Long.toString(nanos),
        Text.escape(call.client()),
        Long.toString(call.op()),
        phase.name(),
        call.kind().name(),
        Text.escape(call.resource()),
        Text.escape(facts.token()),
        Long.toString(facts.fence()),
        Long.toString(facts.value()),
        Long.toString(facts.databaseMicros()),
        Long.toString(facts.deadlineNanos()),
        Text.escape(note));
  }

  /**
   * The entry of a line.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Entry parse(String line) {
    String[] part = line.split("\t", -1);
    if (part.length != FIELDS) {
      throw new IllegalArgumentException(
          "an entry has %d fields, not %d: %s".formatted(FIELDS, part.length, line));
    }
    Call call =
        new Call(
            Text.unescape(part[1]),
            Long.parseLong(part[2]),
            Kind.valueOf(part[4]),
            Text.unescape(part[5]));
    Facts facts =
        new Facts(
            Text.unescape(part[6]),
            Long.parseLong(part[7]),
            Long.parseLong(part[8]),
            Long.parseLong(part[9]),
            Long.parseLong(part[10]));
    return new Entry(
        Long.parseLong(part[0]), Phase.valueOf(part[3]), call, facts, Text.unescape(part[11]));
  }
}
