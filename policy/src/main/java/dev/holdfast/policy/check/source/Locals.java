package dev.holdfast.policy.check.source;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the variables of a method hold at a place, as far as they are strings. */
final class Locals {
  private final Map<String, Text> texts;
  private final Map<String, String> types;

  Locals() {
    this(new HashMap<>(), new HashMap<>());
  }

  private Locals(Map<String, Text> texts, Map<String, String> types) {
    this.texts = texts;
    this.types = types;
  }

  @Nullable Text get(String name) {
    return texts.get(name);
  }

  void put(String name, Text text) {
    texts.put(name, text);
  }

  /** A variable's type, as written. */
  void declare(String name, String type) {
    types.put(name, type);
  }

  String typeOf(String name) {
    return types.getOrDefault(name, "");
  }

  Locals copy() {
    return new Locals(new HashMap<>(texts), new HashMap<>(types));
  }

  /** After a branch that may have been taken: each variable is what one or the other left. */
  void merge(Locals one, Locals other) {
    Set<String> names = new HashSet<>(one.texts.keySet());
    names.retainAll(other.texts.keySet());
    for (String name : names) {
      Text left = one.texts.get(name);
      Text right = other.texts.get(name);
      if (left != null && right != null) {
        texts.put(name, left == right ? left : merged(left, right));
      }
    }
  }

  /** What both begin with stays outside of the choice, so that choices do not nest. */
  private static Text merged(Text left, Text right) {
    if (left instanceof Text.Joined a && right instanceof Text.Joined b) {
      int same = 0;
      while (same < a.parts().size()
          && same < b.parts().size()
          && a.parts().get(same) == b.parts().get(same)) {
        same++;
      }
      Text rest =
          Text.either(
              new Text.Joined(a.parts().subList(same, a.parts().size())),
              new Text.Joined(b.parts().subList(same, b.parts().size())));
      return Text.join(new Text.Joined(a.parts().subList(0, same)), new Text.Joined(List.of(rest)));
    }
    return Text.either(left, right);
  }
}
