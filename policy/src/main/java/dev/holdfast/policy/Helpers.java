package dev.holdfast.policy;

import java.util.List;

/**
 * Where explicit locks may be taken, and how. Defaults: anywhere, any number of helpers in a
 * transaction, any number of tables in a statement.
 *
 * @param packages Java packages, those below them included; empty: any. {@code internal/db/locks}
 *     means the same as {@code internal.db.locks}
 * @param perTransaction how many lock helpers a transaction may call; 0: any number
 * @param oneTable whether a locking clause may lock rows of one table only
 */
public record Helpers(List<String> packages, int perTransaction, boolean oneTable) {

  private static final Helpers ANY = new Helpers(List.of(), 0, false);

  public Helpers {
    if (perTransaction < 0) {
      throw new IllegalArgumentException("perTransaction is 0 or more, not " + perTransaction);
    }
    packages = List.copyOf(packages);
  }

  /** No rules. */
  public static Helpers any() {
    return ANY;
  }

  public Helpers withPackages(String... newPackages) {
    return new Helpers(List.of(newPackages), perTransaction, oneTable);
  }

  public Helpers withPerTransaction(int most) {
    return new Helpers(packages, most, oneTable);
  }

  public Helpers withOneTable(boolean one) {
    return new Helpers(packages, perTransaction, one);
  }

  /** Whether explicit locks may stand in this class or package: all may where none is named. */
  public boolean allow(String className) {
    return packages.isEmpty() || contain(className);
  }

  /** Whether this class or package lies in one of the helper packages. */
  public boolean contain(String className) {
    String dotted = "." + className.replace('/', '.') + ".";
    return packages.stream().anyMatch(p -> dotted.contains("." + p.replace('/', '.') + "."));
  }
}
