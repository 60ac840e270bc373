package dev.holdfast.policy.check.source;

import dev.holdfast.policy.check.source.Unit.Boundary;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads files of SQL: scripts, queries, migrations of Flyway and of Liquibase. */
final class SqlFile {
  private static final Pattern FLYWAY = Pattern.compile("(?:[VUB][\\d._]+|R)__.*\\.sql");
  private static final Pattern MIGRATIONS =
      Pattern.compile(
          "(?i)(?:^|.*/)(?:migrations?|changelog|changes|db/[\\w-]+|liquibase|flyway)/.*");
  private static final Pattern DEFINES = Pattern.compile("(?i)\\s*(?:create|alter|drop)\\b");
  private static final Pattern BEGIN = Pattern.compile("(?i)(?:begin|start\\s+transaction)\\b.*");
  private static final Pattern END =
      Pattern.compile("(?i)(?:commit|end|rollback|abort)\\b(?!\\s+to\\b).*");

  private SqlFile() {}

  static Facts read(SourceFile file) {
    Facts facts = new Facts();
    How how = isMigration(file) ? How.MIGRATION : How.SQL_FILE;
    String name = file.name();
    Unit unit = Unit.alone(name);
    int number = 0;
    for (Statements.Part part : Statements.of(file.content())) {
      String head = Bodies.withoutComments(part.text());
      number++;
      if (BEGIN.matcher(head).matches()) {
        unit = Unit.alone(name + "#" + number).with(Boundary.BLOCK);
      } else if (END.matcher(head).matches()) {
        unit = Unit.alone(name);
      } else {
        Owner owner = new Owner("", name, "", unit);
        Place place = Lines.place(name, file.content(), part.offset());
        Text text = new Text.Literal(part.text(), place, Text.Layout.EXACT);
        facts.use(text, owner, how, Use.Role.SURE);
        Bodies.read(part.text(), place, owner, how, facts);
      }
    }
    return facts;
  }

  /** A script that begins by making or dropping something is one, whatever it is called. */
  private static boolean isMigration(SourceFile file) {
    String simple = file.name().substring(file.name().lastIndexOf('/') + 1);
    return FLYWAY.matcher(simple).matches()
        || MIGRATIONS.matcher(file.name()).matches()
        || file.content()
            .stripLeading()
            .toLowerCase(Locale.ROOT)
            .startsWith("--liquibase formatted sql")
        || DEFINES.matcher(Bodies.withoutComments(file.content())).lookingAt();
  }
}
