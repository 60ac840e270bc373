package dev.holdfast.torture.fuzz;

import java.util.List;

/** What is fed. */
public interface Target extends AutoCloseable {

  /** Good inputs, to be mangled. */
  List<String> seeds();

  /**
   * Feeds one.
   *
   * @throws Exception if it crashed, or was silent: the message says which
   */
  void feed(String input) throws Exception;

  @Override
  default void close() {}
}
