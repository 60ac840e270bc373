package dev.holdfast.examples.publisher;

import java.io.IOException;

/** The gallery has heard from a later worker: this one is a zombie and has nothing to say. */
final class StaleFenceException extends IOException {

  private static final long serialVersionUID = 1;

  StaleFenceException(String id, long fence) {
    super("the gallery has seen a later worker for %s than fence %d".formatted(id, fence));
  }
}
