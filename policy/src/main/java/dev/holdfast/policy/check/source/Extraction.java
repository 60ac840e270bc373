package dev.holdfast.policy.check.source;

import dev.holdfast.policy.check.source.SqlText.Segment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Folds the strings of all files and keeps those that are SQL. */
final class Extraction {
  /** How a variable is named that holds SQL. */
  private static final Pattern NAMED_SO = Pattern.compile("(?i)sql|query|queries|statement|ddl");

  /** How something is named that is no string though its name has such a word. */
  private static final Pattern OBJECT =
      Pattern.compile(
          "(?i)(creator|setter|source|callback|extractor|factory"
              + "|mapper|handler|builder|connection)s?$|^prepare"
              + "|^create.*statement|^new");

  private final Names names;
  private final Set<Place> seen = new HashSet<>();
  private final Set<List<Object>> kept = new HashSet<>();

  Extraction(Names names) {
    this.names = names;
  }

  /** What is handed on goes first: only strings that nobody uses are judged where they stand. */
  List<SqlText> texts(List<Facts> files) {
    List<List<Ordered>> byFile = new ArrayList<>();
    for (Facts facts : files) {
      List<Ordered> found = new ArrayList<>();
      facts.uses.stream().filter(u -> u.role() != Use.Role.KEPT).forEach(u -> fold(u, found));
      byFile.add(found);
    }
    for (int i = 0; i < files.size(); i++) {
      List<Ordered> found = byFile.get(i);
      files.get(i).uses.stream()
          .filter(use -> use.role() == Use.Role.KEPT)
          .forEach(use -> fold(use, found));
      found.sort(Comparator.comparingInt(Ordered::order));
    }
    return byFile.stream().flatMap(List::stream).map(Ordered::text).toList();
  }

  private record Ordered(int order, SqlText text) {}

  private void fold(Use use, List<Ordered> into) {
    Set<String> texts = new HashSet<>();
    int variants = 1;
    for (int variant = 0; variant < variants; variant++) {
      Folding folding = Folding.of(use.text(), names, variant);
      variants = folding.variants();
      SqlText text = sql(use, folding);
      if (text != null && texts.add(text.text()) && isNew(use, text, folding)) {
        into.add(new Ordered(use.order(), text));
        seen.addAll(folding.origins());
      }
    }
  }

  /** What a call passes on to another is one text, though both have it. */
  private boolean isNew(Use use, SqlText text, Folding folding) {
    if (use.role() != Use.Role.KEPT) {
      return kept.add(List.of(text.owner().unit(), text.text(), text.place()));
    }
    return folding.origins().stream().noneMatch(seen::contains);
  }

  private @Nullable SqlText sql(Use use, Folding folding) {
    String text = folding.text();
    if (text.isBlank() || folding.segments().isEmpty()) {
      return null;
    }
    if (use.how() == How.LOCK_MODE) {
      return lock(use, folding);
    }
    if (use.how() == How.JPQL && SqlShape.beginsLikeSql(text)) {
      return Jpql.writes(text)
          ? made(use, Jpql.withTables(text, names), folding.segments(), folding.holes())
          : null;
    }
    return isSql(use, text, folding.holes())
        ? made(use, text, folding.segments(), folding.holes())
        : null;
  }

  private boolean isSql(Use use, String text, List<Hole> holes) {
    if (SqlShape.looksLikeSql(text) || SqlShape.isLockingClause(text)) {
      return true;
    }
    boolean startsWithHole = text.stripLeading().startsWith(Hole.PREFIX);
    if (startsWithHole && SqlShape.hasLockingClause(text)) {
      return true;
    }
    return switch (use.role()) {
      case SURE ->
          use.how().isOnlySql()
              || (!holes.isEmpty() && !isObject(holes.get(0)))
              || SqlShape.beginsLikeSql(text);
      case LIKELY ->
          startsWithHole && !isObject(holes.get(0)) && NAMED_SO.matcher(last(holes.get(0))).find();
      default -> false;
    };
  }

  /** The name of what a hole is: of a call the method's, of a declaration the variable's. */
  private static String last(Hole hole) {
    String name = hole.what().replaceFirst("\\(.*", "");
    String giver = name.replaceFirst("(?:Provider|Supplier)?\\.get$", "");
    return giver.replaceFirst(".*[.\\s]", "");
  }

  private static boolean isObject(Hole hole) {
    return OBJECT.matcher(last(hole)).find();
  }

  /** A lock on nobody knows what is a statement on a hole. */
  private SqlText lock(Use use, Folding folding) {
    String statement = Jpql.lockStatement(folding.text(), names);
    if (statement != null) {
      return made(use, statement, folding.segments().subList(0, 1), List.of());
    }
    Hole hole = new Hole(Hole.PREFIX + 1, "the entity");
    String clause = folding.text().lines().findFirst().orElse("");
    String unknown = "select * from " + hole.mark() + " " + clause;
    return made(use, unknown, folding.segments().subList(0, 1), List.of(hole));
  }

  private static SqlText made(Use use, String text, List<Segment> segments, List<Hole> holes) {
    boolean looks = use.how() == How.JAVA && !use.role().isSure();
    return new SqlText(use.owner(), looks ? How.STRING : use.how(), text, segments, holes);
  }
}
