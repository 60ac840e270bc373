package dev.holdfast.server.http;

import dev.holdfast.server.watch.Contention;
import dev.holdfast.server.watch.Hold;
import dev.holdfast.server.watch.Incident;
import dev.holdfast.server.watch.Timeline;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Timeline and contention as JSON. */
final class WatchJson {
  private WatchJson() {}

  static Map<String, @Nullable Object> lane(Timeline.Lane lane) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("resource", lane.resource());
    json.put("holds", lane.holds().stream().map(hold -> hold(lane, hold)).toList());
    json.put("incidents", lane.incidents().stream().map(WatchJson::incident).toList());
    return json;
  }

  private static Map<String, @Nullable Object> hold(Timeline.Lane lane, Hold hold) {
    Hold.Tail tail = lane.tail(hold);
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("resource", lane.resource());
    json.put("fence", hold.fence());
    json.put("holder", hold.holder());
    json.put("since", hold.span().since());
    json.put("until", hold.span().until());
    json.put("ended", hold.ended() == null ? null : ended(hold.ended()));
    json.put("tail", tail == null ? null : tail(tail));
    json.put("attributes", hold.attributes());
    return json;
  }

  private static Map<String, @Nullable Object> tail(Hold.Tail tail) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("until", tail.until());
    json.put("kind", tail.kind());
    return json;
  }

  private static Map<String, @Nullable Object> incident(Incident incident) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("at", incident.at());
    json.put("kind", incident.kind());
    json.put("fence", incident.fence());
    json.put("holder", incident.holder());
    json.put("detail", incident.detail());
    return json;
  }

  private static Map<String, @Nullable Object> ended(Hold.Ended ended) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("kind", ended.kind());
    json.put("at", ended.at());
    if (ended.by() != null) {
      json.put("by", ended.by());
      json.put("reason", ended.reason());
    }
    return json;
  }

  static Map<String, @Nullable Object> contention(Contention.HeatMap map) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("from", map.from());
    json.put("to", map.to());
    json.put("stepSeconds", (int) map.step().toSeconds());
    json.put("groups", map.groups().stream().map(WatchJson::group).toList());
    return json;
  }

  private static Map<String, @Nullable Object> group(Contention.Group group) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("group", group.name());
    json.put("waitSeconds", group.waitSeconds());
    json.put("refusals", group.refusals().stream().map(Math::toIntExact).toList());
    return json;
  }
}
