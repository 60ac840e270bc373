package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import dev.holdfast.internal.Listeners;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Tells the listeners what happens to leases. */
final class Events {

  static final System.Logger LOG = System.getLogger("dev.holdfast");

  private final Listeners<HoldfastEvent> listeners;

  Events(List<HoldfastListener> listeners) {
    this.listeners =
        new Listeners<>(listeners.stream().<Consumer<HoldfastEvent>>map(each -> each::on).toList());
  }

  void tell(Supplier<HoldfastEvent> event) {
    listeners.tell(event);
  }
}
