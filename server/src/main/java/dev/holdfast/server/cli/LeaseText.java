package dev.holdfast.server.cli;

import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseInfo.Tenure;
import dev.holdfast.server.text.Durations;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A resource as a row, a sentence and JSON. */
final class LeaseText {
  private LeaseText() {}

  static String table(List<LeaseInfo> infos) {
    Table table = new Table("RESOURCE", "STATE", "HOLDER", "FENCE", "SINCE", "ENDS IN", "WAITING");
    for (LeaseInfo info : infos) {
      Tenure tenure = info.tenure();
      table.row(
          info.resource(),
          state(info),
          tenure == null ? "-" : tenure.holder(),
          Long.toString(info.fence()),
          tenure == null ? "-" : Sentences.clock(tenure.since()),
          tenure != null && info.isHeld() ? Durations.show(tenure.remaining()) : "-",
          Integer.toString(info.waiting()));
    }
    return table.toString();
  }

  static String sentence(LeaseInfo info) {
    Tenure tenure = info.tenure();
    String queue = info.waiting() == 0 ? "nobody is waiting" : info.waiting() + " waiting";
    if (tenure == null) {
      return "%s is free (last fence %d)".formatted(info.resource(), info.fence());
    }
    String since = Sentences.clock(tenure.since());
    return switch (info.state()) {
      case HELD ->
          "%s is held by %s since %s (fence %d), expires in %s unless renewed; %s"
              .formatted(
                  info.resource(),
                  tenure.holder(),
                  since,
                  info.fence(),
                  Durations.show(tenure.remaining()),
                  queue);
      case EXPIRED ->
          "%s is free for the next caller: the lease of %s since %s (fence %d) ran out at %s; %s"
              .formatted(
                  info.resource(),
                  tenure.holder(),
                  since,
                  info.fence(),
                  Sentences.clock(tenure.until()),
                  queue);
      case FREE ->
          "%s is free: %s had it last, since %s (fence %d), until %s"
              .formatted(
                  info.resource(),
                  tenure.holder(),
                  since,
                  info.fence(),
                  Sentences.clock(tenure.until()));
    };
  }

  /** What to do about a lease that is in the way. */
  static String help(LeaseInfo info) {
    return "if its holder is gone it ends by itself; to take it away now:"
        + " holdfast release %s --fence %d --reason ... --yes"
            .formatted(info.resource(), info.fence());
  }

  static Map<String, Object> json(LeaseInfo info) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("resource", info.resource());
    members.put("state", state(info));
    members.put("fence", info.fence());
    Tenure tenure = info.tenure();
    if (tenure != null) {
      Duration left = tenure.remaining();
      members.put("holder", tenure.holder());
      members.put("since", tenure.since());
      members.put("until", tenure.until());
      members.put("expiresIn", info.isHeld() ? left : Duration.ZERO);
      members.put("attributes", tenure.attributes());
    }
    members.put("waiting", info.waiting());
    return members;
  }

  private static String state(LeaseInfo info) {
    return info.state().name().toLowerCase(Locale.ROOT);
  }
}
