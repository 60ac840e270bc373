package dev.holdfast.server.http;

import dev.holdfast.diagnosis.Advice;
import dev.holdfast.diagnosis.Waiter;
import dev.holdfast.diagnosis.Why;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.LeaseInfo.Tenure;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Resources, and who waits for them. Tokens are no part of what is known here. */
final class ResourceJson {
  private ResourceJson() {}

  static Map<String, @Nullable Object> resource(LeaseInfo info) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("resource", info.resource());
    members.put("state", lower(info.state()));
    members.put("fence", info.fence());
    Tenure tenure = info.tenure();
    if (tenure != null) {
      members.put("holder", tenure.holder());
      members.put("since", tenure.since());
      members.put("until", tenure.until());
      if (info.isHeld()) {
        members.put("heldSeconds", Duration.between(tenure.since(), at(info)));
        members.put("remainingSeconds", tenure.remaining());
      }
    }
    members.put("attributes", tenure == null ? Map.of() : tenure.attributes());
    members.put("waiting", info.waiting());
    members.put("sentence", sentence(info));
    return members;
  }

  /** When it was looked at, by the database's clock where the lease tells it. */
  static Instant at(LeaseInfo info) {
    Tenure tenure = info.tenure();
    return tenure != null && info.isHeld()
        ? tenure.until().minus(tenure.remaining())
        : Instant.now();
  }

  private static String sentence(LeaseInfo info) {
    Why why =
        new Why(info.resource(), at(info), Optional.of(info), List.of(), List.of(), List.of());
    return info.waiting() == 0
        ? why.sentence()
        : why.sentence() + ", " + info.waiting() + " waiting";
  }

  static Map<String, @Nullable Object> waiter(Waiter waiter, Instant at) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("holder", waiter.holder());
    members.put("process", waiter.process());
    members.put("since", waiter.since());
    Duration waiting = Duration.between(waiter.since(), at);
    members.put("waitingSeconds", waiting.isNegative() ? Duration.ZERO : waiting);
    members.put("holds", waiter.holds());
    members.put("backends", waiter.backends());
    return members;
  }

  static Map<String, @Nullable Object> advice(Advice advice) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("act", lower(advice.act()));
    members.put("text", advice.text());
    members.put("parameters", advice.parameters());
    return members;
  }

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
