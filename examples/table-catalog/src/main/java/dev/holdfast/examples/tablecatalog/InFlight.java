package dev.holdfast.examples.tablecatalog;

import dev.holdfast.transaction.Cancellation;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Requests under way that gave a name to themselves, so that their clients can cancel them. */
@Component
class InFlight {

  private final Map<String, Cancellation> requests = new ConcurrentHashMap<>();

  /** Who begins with a name that is under way already is not cancelled by it. */
  Cancellation begin(@Nullable String id) {
    Cancellation cancellation = new Cancellation();
    if (id != null) {
      requests.putIfAbsent(id, cancellation);
    }
    return cancellation;
  }

  void end(@Nullable String id, Cancellation cancellation) {
    if (id != null) {
      requests.remove(id, cancellation);
    }
  }

  /** False if nothing of this name is under way. */
  boolean cancel(String id) {
    Cancellation cancellation = requests.get(id);
    if (cancellation == null) {
      return false;
    }
    cancellation.cancel();
    return true;
  }
}
