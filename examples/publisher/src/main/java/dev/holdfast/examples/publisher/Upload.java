package dev.holdfast.examples.publisher;

import java.io.IOException;

/** The gallery elsewhere, as we use it. */
interface Upload {

  /**
   * Has lower fences for this item refused from now on.
   *
   * @return whether the item is there already: somebody uploaded it and could not tell
   * @throws StaleFenceException if a higher one was seen before
   */
  boolean raise(String id, long fence) throws IOException, InterruptedException;

  /**
   * Uploads an item.
   *
   * @throws StaleFenceException if a higher fence was seen before: nothing was uploaded
   */
  void upload(String id, String title, long fence) throws IOException, InterruptedException;
}
