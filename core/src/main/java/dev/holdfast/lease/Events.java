package dev.holdfast.lease;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Supplier;

/** Tells the listeners; costs nothing where there is none. */
final class Events {

  static final System.Logger LOG = System.getLogger("dev.holdfast");

  private final List<HoldfastListener> listeners;

  Events(List<HoldfastListener> listeners) {
    this.listeners = listeners;
  }

  void tell(Supplier<HoldfastEvent> event) {
    if (listeners.isEmpty()) {
      return;
    }
    HoldfastEvent happened = event.get();
    for (HoldfastListener listener : listeners) {
      try {
        listener.on(happened);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "a listener failed on " + happened, e);
      }
    }
  }
}
