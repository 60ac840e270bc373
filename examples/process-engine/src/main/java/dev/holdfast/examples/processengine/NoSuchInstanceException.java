package dev.holdfast.examples.processengine;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** There is no such instance: 404. */
final class NoSuchInstanceException extends ResponseStatusException {

  private static final long serialVersionUID = 1;

  NoSuchInstanceException(long id) {
    super(HttpStatus.NOT_FOUND, "There is no instance " + id + ": POST /instances makes one.");
  }
}
