package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * O: an event whose transaction committed was handled at least once, one whose transaction was
 * rolled back, or that nobody published, never. For runs that let the outbox run empty.
 */
final class EventDelivery implements Scan {

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    history
        .byResource(Kind.PUBLISH, Kind.HANDLE)
        .forEach((resource, all) -> scan(resource, all, found));
    return found;
  }

  private static void scan(String resource, List<Operation> all, List<Violation> found) {
    Map<Long, Operation> published = new HashMap<>();
    Map<Long, Operation> handled = new HashMap<>();
    for (Operation operation : all) {
      long event = operation.begin().facts().value();
      if (operation.kind() == Kind.PUBLISH) {
        published.put(event, operation);
      } else if (operation.isOk()) {
        handled.putIfAbsent(event, operation);
      } else {
        // an attempt proves that the event was there; it does not prove that it was handled
        aborted(resource, published.get(event), operation, found);
      }
    }
    published.forEach(
        (event, publish) -> {
          if (publish.isOk() && !handled.containsKey(event)) {
            add(found, resource, "event " + event + " was committed and never handled", publish);
          }
        });
    handled.forEach(
        (event, handle) -> {
          Operation publish = published.get(event);
          if (publish == null) {
            add(found, resource, "event " + event + " was handled and never published", handle);
          } else {
            aborted(resource, publish, handle, found);
          }
        });
  }

  private static void aborted(
      String resource, @Nullable Operation publish, Operation handle, List<Violation> found) {
    if (publish != null && publish.outcome() == Phase.FAIL) {
      long event = publish.begin().facts().value();
      add(found, resource, "event " + event + " was rolled back and handled", publish, handle);
    }
  }

  private static void add(
      List<Violation> found, String resource, String what, Operation... witnesses) {
    found.add(new Violation(Invariant.O, resource, what, List.of(witnesses)));
  }
}
