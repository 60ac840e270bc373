package dev.holdfast.server.http;

import dev.holdfast.server.watch.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refusals as they are shown. */
public final class RefusalJson {
  private RefusalJson() {}

  public static Map<String, @Nullable Object> refusal(Refusal refusal) {
    Refusal.Asked asked = refusal.asked();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("id", refusal.id());
    members.put("at", refusal.at());
    members.put("resource", asked.resource());
    members.put("code", asked.code());
    members.put("holder", asked.holder());
    members.put("heldBy", asked.heldBy() == null ? null : heldBy(asked.heldBy()));
    members.put("waitedSeconds", asked.waited());
    members.put("waiters", refusal.waiters().stream().map(RefusalJson::waiting).toList());
    members.put("sentence", refusal.sentence());
    members.put("stillHeld", refusal.stillHeld());
    return members;
  }

  private static Map<String, @Nullable Object> heldBy(Refusal.HeldBy by) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("holder", by.holder());
    members.put("fence", by.fence());
    members.put("since", by.since());
    members.put("until", by.until());
    return members;
  }

  private static Map<String, @Nullable Object> waiting(Refusal.Waiting waiting) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("holder", waiting.holder());
    members.put("since", waiting.since());
    return members;
  }
}
