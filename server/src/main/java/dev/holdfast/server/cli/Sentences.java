package dev.holdfast.server.cli;

import dev.holdfast.LeaseHeldException;
import dev.holdfast.server.text.Durations;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** What is said about leases, to people. */
final class Sentences {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private Sentences() {}

  /** Time of day, with the date unless it is today's. */
  static String clock(Instant instant) {
    ZonedDateTime local = instant.atZone(ZoneId.systemDefault());
    boolean today = local.toLocalDate().equals(LocalDate.now(ZoneId.systemDefault()));
    return local.format(today ? TIME : DAY);
  }

  static String busy(LeaseHeldException held) {
    StringBuilder text = new StringBuilder(held.resource());
    boolean waited = !held.waited().isZero();
    text.append(waited ? " is still held by " : " is held by ").append(held.holder());
    if (held.since() != null) {
      text.append(" since ").append(clock(held.since()));
    }
    text.append(" (fence ").append(held.fence());
    if (held.until() != null) {
      text.append(", expires in ").append(Durations.show(held.retryAfter()));
    }
    text.append(waited ? ") after waiting " + Durations.show(held.waited()) : ")");
    text.append("; nothing was run. ");
    return text.append(waited ? "Try a longer --wait." : "Try --wait 30s.").toString();
  }
}
