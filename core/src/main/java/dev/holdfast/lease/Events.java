package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import dev.holdfast.internal.Listeners;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Tells the listeners what happens to leases, and keeps what went wrong. */
final class Events {

  static final System.Logger LOG = System.getLogger("dev.holdfast");

  private final Listeners<HoldfastEvent> listeners;
  private final Incidents incidents = new Incidents();

  Events(List<HoldfastListener> listeners) {
    this.listeners =
        new Listeners<>(listeners.stream().<Consumer<HoldfastEvent>>map(each -> each::on).toList());
  }

  /** What is kept in the database too. */
  Incidents incidents() {
    return incidents;
  }

  void tell(Supplier<HoldfastEvent> event) {
    listeners.tell(event);
  }
}
