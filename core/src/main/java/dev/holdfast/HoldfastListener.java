package dev.holdfast;

/**
<<<<<<< HEAD
 * Hears what happens, for metrics and logs. Called on Holdfast's own threads or on that of a caller
 * who waits: be quick, do not call Holdfast back. What it throws is logged and ignored. An event
 * never carries a token.
=======
 * Hears what happens, for metrics and logs. Called on Holdfast's own threads, and for transactions
 * on the thread that runs them: be quick, do not call Holdfast back. What it throws is logged and
 * ignored. An event never carries a token.
>>>>>>> wip-tx
 */
@FunctionalInterface
public interface HoldfastListener {

  void on(HoldfastEvent event);
}
