package dev.holdfast.internal;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Tells those who listen; costs nothing where nobody does, and survives one that throws. */
public final class Listeners<E> {

  private static final System.Logger LOG = System.getLogger("dev.holdfast");

  private final List<Consumer<E>> listeners;

  public Listeners(List<Consumer<E>> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  public void tell(Supplier<? extends E> event) {
    if (listeners.isEmpty()) {
      return;
    }
    E happened = event.get();
    for (Consumer<E> listener : listeners) {
      try {
        listener.accept(happened);
      } catch (RuntimeException | AssertionError | LinkageError e) {
        LOG.log(Level.WARNING, "a listener failed on " + happened, e);
      }
    }
  }
}
