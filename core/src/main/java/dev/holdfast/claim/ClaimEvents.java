package dev.holdfast.claim;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import dev.holdfast.internal.Listeners;
import java.util.List;
import java.util.function.Consumer;

/** Tells the listeners of claims. */
final class ClaimEvents {

  static final System.Logger LOG = System.getLogger("dev.holdfast");

  private final Listeners<HoldfastEvent> listeners;

  ClaimEvents(List<HoldfastListener> listeners) {
    this.listeners =
        new Listeners<>(listeners.stream().<Consumer<HoldfastEvent>>map(each -> each::on).toList());
  }

  void tell(HoldfastEvent event) {
    listeners.tell(() -> event);
  }
}
