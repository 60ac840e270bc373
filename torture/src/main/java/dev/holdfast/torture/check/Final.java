package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The final states that were read, by resource, of operations of one kind. */
final class Final {

  private final Map<String, List<Operation>> byResource = new LinkedHashMap<>();

  private Final() {}

  static Final of(History history, Kind kind) {
    Final state = new Final();
    history
        .operations(Kind.READ_END)
        .filter(o -> about(o) == kind)
        .forEach(o -> state.add(o.resource(), o));
    return state;
  }

  /** The note says what was read; nothing: guarded writes. */
  static Kind about(Operation readEnd) {
    String note = readEnd.begin().note();
    return note.isEmpty() ? Kind.WRITE : Kind.valueOf(note);
  }

  /** Not known of a resource that was never read: then nothing is said of it. */
  boolean isKnown(String resource) {
    return byResource.containsKey(resource);
  }

  /** What is there, in its order. */
  List<Operation> present(String resource) {
    return byResource.getOrDefault(resource, List.of()).stream()
        .filter(o -> o.facts().value() != 0)
        .toList();
  }

  /** One that says that this was read: a witness for what is missing. */
  Operation anyRead(String resource) {
    return byResource.getOrDefault(resource, List.of()).get(0);
  }

  private void add(String resource, Operation read) {
    byResource.computeIfAbsent(resource, r -> new ArrayList<>()).add(read);
  }
}
