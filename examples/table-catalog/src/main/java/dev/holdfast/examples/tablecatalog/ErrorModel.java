package dev.holdfast.examples.tablecatalog;

/** An error as clients of such catalogs expect it: {@code {"error": {…}}}. */
record ErrorModel(Body error) {

  record Body(String message, String type, int code) {}

  static ErrorModel of(int status, String type, String message) {
    return new ErrorModel(new Body(message, type, status));
  }
}
