package dev.holdfast.server.http;

import org.jspecify.annotations.Nullable;

/** What names of resources may look like: as the library and the database see it. */
final class ResourceNames {
  private static final int MOST = 512;

  private ResourceNames() {}

  static @Nullable String complaint(String name) {
    if (name.isEmpty() || name.codePointCount(0, name.length()) > MOST) {
      return "a resource name has 1 to " + MOST + " characters";
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isISOControl(c)) {
        return "a resource name has no control characters; character " + (i + 1) + " is one";
      }
    }
    return isWellFormed(name) ? null : "a resource name has no half of a surrogate pair";
  }

  private static boolean isWellFormed(String name) {
    return name.codePoints().noneMatch(c -> c >= 0xd800 && c <= 0xdfff);
  }
}
