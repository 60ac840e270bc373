package dev.holdfast.policy.check.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a simple name may mean at a place of a file.
 *
 * @param packageName of the file
 * @param types the classes around the place, innermost first, each with its package
 * @param imports simple name to full name; those of static members too
 * @param wildcards packages and classes of {@code import x.*}
 */
record Scope(
    String packageName, List<String> types, Map<String, String> imports, List<String> wildcards) {
  static final Scope GLOBAL = new Scope("", List.of(), Map.of(), List.of());

  Scope inside(String type) {
    List<String> inner = new ArrayList<>();
    inner.add(type);
    inner.addAll(types);
    return new Scope(packageName, List.copyOf(inner), imports, wildcards);
  }

  /** Every full name that a name as written may stand for, likeliest first. */
  List<String> candidates(String name) {
    int dot = name.indexOf('.');
    String head = dot < 0 ? name : name.substring(0, dot);
    String tail = dot < 0 ? "" : name.substring(dot);
    List<String> found = new ArrayList<>();
    for (String type : types) {
      found.add(type + "." + name);
    }
    for (String type : types) {
      if (simple(type).equals(head) && !tail.isEmpty()) {
        found.add(type + tail);
      }
    }
    String imported = imports.get(head);
    if (imported != null) {
      found.add(imported + tail);
    }
    found.add(packageName.isEmpty() ? name : packageName + "." + name);
    wildcards.forEach(wildcard -> found.add(wildcard + "." + name));
    found.add(name);
    return found;
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }
}
