package dev.holdfast.server.watch;

import java.util.List;

/**
 * Which events somebody gets: those of resources that start with {@code prefix} and with one of the
 * prefixes that the reader may see. Events about no resource are for those who may see all; a gap
 * is for everybody.
 */
public record EventFilter(String prefix, List<String> allowed) {

  public EventFilter {
    allowed = List.copyOf(allowed);
  }

  public static EventFilter all() {
    return new EventFilter("", List.of(""));
  }

  public boolean lets(WatchEvent event) {
    WatchEvent.Subject subject = event.subject();
    return subject == null
        ? event.kind().equals(WatchEvent.GAP) || allowed.contains("")
        : lets(subject.resource());
  }

  boolean lets(String resource) {
    return resource.startsWith(prefix) && allowed.stream().anyMatch(resource::startsWith);
  }
}
