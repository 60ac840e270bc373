package dev.holdfast.examples.tablecatalog;

/** An error of the catalog's own, with the status and the type that clients know. */
final class CatalogException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int status;
  private final String type;

  private CatalogException(int status, String type, String message) {
    super(message);
    this.status = status;
    this.type = type;
  }

  static CatalogException badRequest(String message) {
    return new CatalogException(400, "BadRequestException", message);
  }

  static CatalogException noSuchNamespace(String name) {
    return new CatalogException(
        404, "NoSuchNamespaceException", "Namespace does not exist: " + name);
  }

  static CatalogException noSuchTable(String name) {
    return new CatalogException(404, "NoSuchTableException", "Table does not exist: " + name);
  }

  static CatalogException exists(String what) {
    return new CatalogException(409, "AlreadyExistsException", what + " exists already");
  }

  /** What the commit requires is not so: reload the table and decide again. */
  static CatalogException requirementFailed(String message) {
    return new CatalogException(409, "CommitFailedException", "Requirement failed: " + message);
  }

  int status() {
    return status;
  }

  String type() {
    return type;
  }
}
