package dev.holdfast.server.cli;

import dev.holdfast.lease.PastLease;
import dev.holdfast.lease.PastLease.End;
import dev.holdfast.server.text.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The history of a resource as rows and JSON. */
final class HistoryText {
  private HistoryText() {}

  static String table(List<PastLease> leases) {
    Table table = new Table("FENCE", "HOLDER", "SINCE", "HELD FOR", "ENDED", "BY", "REASON");
    for (PastLease lease : leases) {
      End end = lease.end();
      table.row(
          Long.toString(lease.fence()),
          lease.holder(),
          Sentences.clock(lease.since()),
          end == null ? "-" : Durations.show(Duration.between(lease.since(), end.at())),
          end == null ? "not yet" : ending(end),
          end == null || end.by() == null ? "-" : end.by(),
          end == null || end.reason() == null ? "-" : end.reason());
    }
    return table.toString();
  }

  static Map<String, @Nullable Object> json(PastLease lease) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("fence", lease.fence());
    members.put("holder", lease.holder());
    members.put("since", lease.since());
    End end = lease.end();
    if (end != null) {
      members.put("ended", ending(end));
      members.put("endedAt", end.at());
      if (end.by() != null) {
        members.put("by", end.by());
        members.put("reason", end.reason());
      }
    }
    members.put("attributes", lease.attributes());
    return members;
  }

  private static String ending(End end) {
    return end.ending().name().toLowerCase(Locale.ROOT);
  }
}
