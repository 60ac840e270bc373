package dev.holdfast.spring;

/** An annotation that would have no effect, or not the one that it promises: no start with it. */
final class UnusableAnnotationException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  private final String advice;

  UnusableAnnotationException(String message, String advice) {
    super(message + ": " + advice);
    this.advice = advice;
  }

  String advice() {
    return advice;
  }
}
