package dev.holdfast.internal;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What names may look like; each check answers a complaint, or null if all is well. The database
 * checks the same; here it costs no round trip and does not take a whole batch down. A lone
 * surrogate is refused since the driver would send '?' for it: two different names would meet in
 * one row.
 */
public final class Names {

  private static final int MAX_RESOURCE = 512;
  private static final int MAX_HOLDER = 255;
  private static final int MAX_REASON = 1000;
  private static final int MAX_ATTRIBUTES = 4096;

  private Names() {}

  public static @Nullable String complaintOnResource(@Nullable String name) {
    return complaint("resource name", name, MAX_RESOURCE);
  }

  public static @Nullable String complaintOnHolder(@Nullable String name) {
    return complaint("holder", name, MAX_HOLDER);
  }

  public static @Nullable String complaintOnReason(@Nullable String reason) {
    return complaint("reason", reason, MAX_REASON);
  }

  public static @Nullable String complaintOnAttributes(Map<String, String> attributes) {
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      String complaint = complaintOnText("attribute name", attribute.getKey());
      if (complaint == null) {
        complaint = complaintOnText("attribute " + attribute.getKey(), attribute.getValue());
      }
      if (complaint != null) {
        return complaint;
      }
    }
    String json = toJson(attributes);
    return json != null && json.getBytes(StandardCharsets.UTF_8).length > MAX_ATTRIBUTES
        ? "the attributes take more than " + MAX_ATTRIBUTES + " bytes as JSON: store less"
        : null;
  }

  /** Attributes as a JSON object; null for none. */
  public static @Nullable String toJson(Map<String, String> attributes) {
    if (attributes.isEmpty()) {
      return null;
    }
    StringBuilder json = new StringBuilder("{");
    attributes.forEach(
        (key, value) -> {
          json.append(json.length() == 1 ? "" : ",");
          quote(json, key);
          json.append(':');
          quote(json, value);
        });
    return json.append('}').toString();
  }

  /** A text as a JSON string. */
  public static String quoted(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2);
    quote(json, text);
    return json.toString();
  }

  /** Host and process id: enough for a person to find the process. */
  public static String defaultHolder() {
    String host = System.getenv("HOSTNAME");
    if (host == null || host.isBlank()) {
      host = System.getenv("COMPUTERNAME");
    }
    if (host == null || host.isBlank()) {
      host = System.getProperty("user.name", "java");
    }
    String name = host.strip() + "/" + ProcessHandle.current().pid();
    return name.length() <= MAX_HOLDER ? name : name.substring(name.length() - MAX_HOLDER);
  }

  private static @Nullable String complaint(String what, @Nullable String name, int max) {
    if (name == null || name.isEmpty()) {
      return "a " + what + " must not be empty";
    }
    int length = name.codePointCount(0, name.length());
    if (length > max) {
      return "a " + what + " has at most " + max + " characters, not " + length;
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        return "a " + what + " has no control characters; character " + (i + 1) + " is one";
      }
    }
    return complaintOnText(what, name);
  }

  /** What PostgreSQL could not store, or the driver would change. */
  public static @Nullable String complaintOnText(String what, @Nullable String text) {
    if (text == null) {
      return what + " must not be null";
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return what + ": the NUL character can't be stored";
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return what + ": character " + (i + 1) + " is half of a surrogate pair";
      }
    }
    return null;
  }

  private static void quote(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < 0x20) {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
