package dev.holdfast.server.watch;

import dev.holdfast.server.watch.WatchEvent.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** An event in words. */
final class EventSentence {
  private EventSentence() {}

  static String of(WatchEvent event) {
    Subject subject = event.subject();
    return subject == null ? withoutSubject(event) : about(event, subject);
  }

  private static String withoutSubject(WatchEvent event) {
    Map<String, String> detail = event.detail();
    if (detail.containsKey("by")) {
      return "%s by %s: %s (%s)"
          .formatted(
              event.kind().replace('-', ' '),
              detail.get("by"),
              detail.getOrDefault("detail", ""),
              detail.getOrDefault("reason", "no reason given"));
    }
    String why = detail.getOrDefault("why", event.kind());
    if (detail.containsKey("leases")) {
      return "events of " + detail.get("leases") + " leases are missing here: " + why;
    }
    if (detail.containsKey("missed")) {
      return detail.get("missed") + " events are missing here: " + why;
    }
    return "events may be missing here: " + why + detailSince(detail);
  }

  private static String about(WatchEvent event, Subject subject) {
    Map<String, String> detail = event.detail();
    String name = subject.resource();
    String who = subject.holder() == null ? "somebody" : subject.holder();
    String fence = subject.fence() == null ? "" : " (fence " + subject.fence() + ")";
    String heldBy = detail.containsKey("heldBy") ? ", held by " + detail.get("heldBy") : "";
    return switch (event.kind()) {
      case "granted" -> name + " was granted to " + who + fence;
      case "taken-over" ->
          name
              + " was taken over by "
              + who
              + fence
              + " after the lease of "
              + detail.getOrDefault("from", "somebody")
              + " had run out";
      case "released" -> name + " was released by " + who + after(event) + fence;
      case "expired" -> name + ": the lease of " + who + " ran out" + after(event) + fence;
      case "forced" ->
          name
              + " was taken away from "
              + who
              + fence
              + " by "
              + detail.getOrDefault("by", "somebody")
              + ": "
              + detail.getOrDefault("reason", "");
      case "waiting" -> who + " waits for " + name + heldBy;
      case "gave-up" -> who + " gave up waiting for " + name + after(event) + heldBy;
      case "refused" -> who + " was refused " + name + heldBy + fence;
      default ->
          name
              + ": "
              + event.kind()
              + " by "
              + who
              + fence
              + (detail.containsKey("detail") ? ": " + detail.get("detail") : "");
    };
  }

  private static String after(WatchEvent event) {
    String since = event.detail().get("since");
    if (since == null) {
      return "";
    }
    Duration took = Duration.between(Instant.parse(since), event.at());
    return " after " + Math.max(0, took.toSeconds()) + " s";
  }

  private static String detailSince(Map<String, String> detail) {
    return detail.containsKey("since") ? " since " + detail.get("since") : "";
  }
}
