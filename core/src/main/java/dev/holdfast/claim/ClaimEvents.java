package dev.holdfast.claim;

import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastListener;
import java.lang.System.Logger.Level;
import java.util.List;

/** Tells the listeners; what they throw is logged. */
final class ClaimEvents {

  static final System.Logger LOG = System.getLogger("dev.holdfast");

  private final List<HoldfastListener> listeners;

  ClaimEvents(List<HoldfastListener> listeners) {
    this.listeners = listeners;
  }

  void tell(HoldfastEvent event) {
    for (HoldfastListener listener : listeners) {
      try {
        listener.on(event);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "a listener failed on " + event, e);
      }
    }
  }
}
