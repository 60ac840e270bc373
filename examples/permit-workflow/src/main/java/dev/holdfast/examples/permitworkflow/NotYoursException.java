package dev.holdfast.examples.permitworkflow;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Only the officer who claimed an application may forward or decide it: 403. */
final class NotYoursException extends ResponseStatusException {

  private static final long serialVersionUID = 1;

  NotYoursException(long id, String officer) {
    super(
        HttpStatus.FORBIDDEN,
        "Application %d is not with %s: claim it first.".formatted(id, officer));
  }
}
