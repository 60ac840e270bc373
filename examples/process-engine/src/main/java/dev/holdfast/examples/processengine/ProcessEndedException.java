package dev.holdfast.examples.processengine;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** The process has ended, and there is no next task: 409. */
final class ProcessEndedException extends ResponseStatusException {

  private static final long serialVersionUID = 1;

  ProcessEndedException(long id) {
    super(HttpStatus.CONFLICT, "The process of instance " + id + " has ended.");
  }
}
