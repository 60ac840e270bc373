package dev.holdfast;

/**
 * Hears what happens, for metrics and logs. Called on Holdfast's own threads, or on that of a
 * caller whose request or transaction it is about: be quick, do not call Holdfast back. What it
 * throws is logged and ignored. An event never carries a token.
 */
@FunctionalInterface
public interface HoldfastListener {

  void on(HoldfastEvent event);
}
