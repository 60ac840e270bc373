package dev.holdfast.policy.check.source;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** JPA's query language as SQL, as far as locks are concerned: entities become their tables. */
final class Jpql {
  private static final Pattern ENTITY =
      Pattern.compile(
          "(?i)\\b(from|update|join|insert\\s+into)(\\s+)([A-Za-z_][\\w.]*)(?=\\s|$|[,)])");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_$][\\w.$]*");

  private Jpql() {}

  /** With the names of tables where it named entities; entities of no checked file stay. */
  static String withTables(String query, Names names) {
    return ENTITY
        .matcher(query)
        .replaceAll(
            m -> Matcher.quoteReplacement(m.group(1) + m.group(2) + table(m.group(3), names)));
  }

  /** Whether an update or a delete: what else there is reads, and locks by a lock mode only. */
  static boolean writes(String query) {
    return query.matches("(?is)\\s*(update|delete|insert)\\b.*");
  }

  /** The statement of a lock mode's text, or null if nobody can say what it locks. */
  static @Nullable String lockStatement(String text, Names names) {
    int line = text.indexOf('\n');
    String clause = text.substring(0, line);
    String on = text.substring(line + 1).strip();
    Set<String> entities = new LinkedHashSet<>();
    if (WORD.matcher(on).matches()) {
      entities.add(on);
    } else {
      Matcher matcher = ENTITY.matcher(on);
      while (matcher.find()) {
        if (matcher.group(1).equalsIgnoreCase("from")) {
          entities.add(matcher.group(3));
        }
      }
    }
    if (entities.isEmpty() || entities.stream().anyMatch(e -> e.startsWith(Hole.PREFIX))) {
      return null;
    }
    return "select * from " + table(entities.iterator().next(), names) + " " + clause;
  }

  private static String table(String entity, Names names) {
    String simple = entity.substring(entity.lastIndexOf('.') + 1);
    String known = names.tableOf(simple);
    if (known != null) {
      return known;
    }
    // a path of an alias (o.lines) is a join along a relation: its table isn't named here
    return entity.contains(".") && Character.isLowerCase(entity.charAt(0))
        ? entity
        : JavaTypes.snakeCase(simple);
  }
}
