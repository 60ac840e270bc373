package dev.holdfast.server.watch;

import java.util.List;

/**
 * Which events somebody gets: those of resources that start with {@code prefix} and with one of the
 * prefixes that the reader may see. Events about no resource go to all.
 */
public record EventFilter(String prefix, List<String> allowed) {

  public EventFilter {
    allowed = List.copyOf(allowed);
  }

  public static EventFilter all() {
    return new EventFilter("", List.of(""));
  }

  public boolean lets(WatchEvent event) {
    return event.subject() == null || lets(event.subject().resource());
  }

  boolean lets(String resource) {
    return resource.startsWith(prefix) && allowed.stream().anyMatch(resource::startsWith);
  }
}
