package dev.holdfast.server.http;

import java.util.List;

/**
 * Who calls, as its access token says.
 *
 * @param name of the access token
 * @param prefixes what resource names have to begin with; empty: any name
 */
public record Caller(String name, Role role, List<String> prefixes) {
  public Caller {
    prefixes = List.copyOf(prefixes);
  }

  /** Whether the caller may hear and speak of this resource. */
  public boolean mayName(String resource) {
    if (prefixes.isEmpty()) {
      return true;
    }
    for (String prefix : prefixes) {
      if (resource.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
