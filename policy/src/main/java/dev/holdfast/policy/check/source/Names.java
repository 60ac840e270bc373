package dev.holdfast.policy.check.source;

import dev.holdfast.policy.check.source.Facts.TypeFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the names of all checked files stand for. */
final class Names {
  /** Classes looked at for one inherited constant. */
  private static final int MAX_SUPERTYPES = 32;

  private final Map<String, List<Text>> definitions = new HashMap<>();
  private final Map<String, TypeFacts> types = new HashMap<>();
  private final Map<String, String> tables = new HashMap<>();

  private final Map<String, String> defined;

  /** {@code defined}: values of placeholders that a framework fills in. */
  Names(Map<String, String> defined) {
    this.defined = Map.copyOf(defined);
  }

  Map<String, String> defined() {
    return defined;
  }

  void add(Facts facts) {
    facts.definitions.forEach(
        (name, texts) -> definitions.computeIfAbsent(name, n -> new ArrayList<>()).addAll(texts));
    types.putAll(facts.types);
    for (TypeFacts type : facts.types.values()) {
      if (!type.entity().isEmpty()) {
        tables.put(type.entity(), type.table());
      }
    }
  }

  /** The table of an entity by its name in queries, or null. */
  @Nullable String tableOf(String entity) {
    return tables.get(entity);
  }

  /** The texts that a name may stand for; empty if no checked file says. */
  List<Text> look(Text.Name name) {
    for (String candidate : name.scope().candidates(name.name())) {
      List<Text> found = definitions.get(candidate);
      if (found != null) {
        return found;
      }
    }
    return inherited(name);
  }

  private List<Text> inherited(Text.Name name) {
    int dot = name.name().lastIndexOf('.');
    String member = name.name().substring(dot + 1);
    Deque<String> todo = new ArrayDeque<>();
    if (dot < 0) {
      todo.addAll(name.scope().types());
    } else {
      todo.addAll(name.scope().candidates(name.name().substring(0, dot)));
    }
    Set<String> seen = new HashSet<>();
    while (!todo.isEmpty() && seen.size() < MAX_SUPERTYPES) {
      String type = todo.remove();
      if (seen.add(type)) {
        List<Text> found = definitions.get(type + "." + member);
        if (found != null) {
          return found;
        }
        todo.addAll(supertypes(type));
      }
    }
    return List.of();
  }

  private List<String> supertypes(String type) {
    TypeFacts facts = types.get(type);
    List<String> found = new ArrayList<>();
    if (facts != null) {
      for (String written : facts.supertypes()) {
        facts.scope().candidates(written).stream().filter(types::containsKey).forEach(found::add);
      }
    }
    return found;
  }
}
