package dev.holdfast.policy.check.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one file says, its syntax forgotten. */
final class Facts {
  final List<Use> uses = new ArrayList<>();

  /** Full name of a field, method ({@code …()}) or fragment, to what it may be. */
  final Map<String, List<Text>> definitions = new HashMap<>();

  /** Full name of a class, to what is known of it. */
  final Map<String, TypeFacts> types = new HashMap<>();

  final List<Allow> allows = new ArrayList<>();
  final List<Note> notes = new ArrayList<>();

  /** Places that the language's own parser could not read, and why. */
  final Map<Place, String> unreadable = new HashMap<>();

  void define(String name, Text text) {
    definitions.computeIfAbsent(name, n -> new ArrayList<>()).add(text);
  }

  void use(Text text, Owner owner, How how, Use.Role role) {
    if (role.isSure() || mayBeSql(text)) {
      uses.add(new Use(text, owner, how, role, uses.size()));
    }
  }

  /** Most strings of a program are no SQL by their first characters: they need not be kept. */
  private static boolean mayBeSql(Text text) {
    if (text instanceof Text.Literal literal) {
      return SqlShape.mayBegin(literal.value()) || SqlShape.hasLockingClause(literal.value());
    }
    if (text instanceof Text.Joined joined) {
      return joined.parts().stream().anyMatch(Facts::mayBeSql);
    }
    return !(text instanceof Text.Hole);
  }

  /**
   * A class.
   *
   * @param supertypes as written
   * @param entity the name in JPA's query language; empty if it is none
   * @param table of the entity
   */
  record TypeFacts(List<String> supertypes, String entity, String table, Scope scope) {}
}
