package dev.holdfast.server.http;

import dev.holdfast.server.text.Durations;
import dev.holdfast.server.text.JsonReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The members of a request's JSON object, each of the type that is asked for, or 400. */
public final class Members {
  private final Map<String, @Nullable Object> members;

  private Members(Map<String, @Nullable Object> members) {
    this.members = members;
  }

  /** An empty body is an object without members; those that are not known are named. */
  static Members read(byte[] body, Set<String> known) {
    if (body.length == 0) {
      return new Members(Map.of());
    }
    Map<String, @Nullable Object> members;
    try {
      members = JsonReader.object(body);
    } catch (IllegalArgumentException e) {
      throw HttpProblem.invalid("the body cannot be read: " + e.getMessage());
    }
    TreeSet<String> unknown = new TreeSet<>(members.keySet());
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw HttpProblem.invalid(
          "the body has members that are not known here: %s; known are %s"
              .formatted(String.join(", ", unknown), String.join(", ", new TreeSet<>(known))));
    }
    return new Members(members);
  }

  public Optional<String> text(String name) {
    return get(name, String.class, "a string");
  }

  public String requiredText(String name) {
    return text(name).orElseThrow(() -> HttpProblem.invalid("the member " + name + " is missing"));
  }

  /** A duration as a string: 30s, 5m, PT30S. */
  public Optional<Duration> duration(String name) {
    return text(name)
        .map(
            text -> {
              try {
                return Durations.parse(text);
              } catch (IllegalArgumentException e) {
                throw HttpProblem.invalid("the member " + name + ": " + e.getMessage());
              }
            });
  }

  public Optional<List<String>> texts(String name) {
    return get(name, List.class, "a list of strings")
        .map(
            list -> {
              List<String> texts = new ArrayList<>();
              for (Object item : (List<?>) list) {
                texts.add(string(name, item));
              }
              return texts;
            });
  }

  /** An object whose values are strings. */
  public Optional<Map<String, String>> map(String name) {
    return get(name, Map.class, "an object of strings")
        .map(
            map -> {
              Map<String, String> texts = new LinkedHashMap<>();
              ((Map<?, ?>) map)
                  .forEach((key, value) -> texts.put(string(name, key), string(name, value)));
              return texts;
            });
  }

  private static String string(String member, @Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw HttpProblem.invalid("in the member " + member + " every value is a string");
  }

  private <T> Optional<T> get(String name, Class<T> type, String what) {
    Object value = members.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!type.isInstance(value)) {
      throw HttpProblem.invalid("the member " + name + " has to be " + what);
    }
    return Optional.of(type.cast(value));
  }
}
