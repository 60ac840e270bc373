package dev.holdfast.examples.permitworkflow;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** There is a decision, the application can't be edited any more: 409. */
final class DecidedException extends ResponseStatusException {

  private static final long serialVersionUID = 1;

  DecidedException(long id) {
    super(HttpStatus.CONFLICT, "Application " + id + " is decided and can't be edited any more.");
  }
}
