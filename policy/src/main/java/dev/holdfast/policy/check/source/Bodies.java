package dev.holdfast.policy.check.source;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the statements in the body of a function or of a DO block. */
final class Bodies {
  /** What such a statement's owner has as its member. */
  static final String MEMBER = "(body)";

  private static final Pattern BODY =
      Pattern.compile("(?is)\\bas\\s+(\\$\\w*\\$)(.*)\\1|^\\s*do\\s+(\\$\\w*\\$)(.*)\\3");
  private static final Pattern MAKES_CODE =
      Pattern.compile(
          "(?is)\\s*(?:create\\s+(?:or\\s+replace\\s+)?(?:function|procedure)|do)\\b.*");
  private static final Pattern COMMENT = Pattern.compile("(?s)--[^\\n]*+|/\\*.*?\\*/");

  /** Where a statement may begin in PL/pgSQL: after a word that ends something else. */
  private static final Pattern START =
      Pattern.compile(
          "(?i)\\b(?:perform|select|with|insert\\s+into"
              + "|update|delete\\s+from|merge\\s+into|lock\\s+table)\\b");

  private Bodies() {}

  static void read(String statement, Place place, Owner owner, How how, Facts facts) {
    if (!MAKES_CODE.matcher(withoutComments(statement)).matches()) {
      return;
    }
    Matcher body = BODY.matcher(statement);
    if (body.find()) {
      int group = body.group(2) != null ? 2 : 4;
      statements(
          body.group(group),
          body.start(group),
          (offset, text) -> {
            Place start = at(place, statement, offset);
            Text literal = new Text.Literal(text, start, Text.Layout.EXACT);
            facts.use(literal, owner.withMember(MEMBER, owner.unit()), how, Use.Role.PASSED);
          });
    }
  }

  static String withoutComments(String text) {
    return COMMENT.matcher(text).replaceAll(" ").strip();
  }

  private interface Found {
    void statement(int offset, String text);
  }

  private static void statements(String body, int from, Found found) {
    for (Statements.Part part : Statements.of(body)) {
      Matcher start = START.matcher(part.text());
      if (start.find()) {
        String text =
            part.text().substring(start.start()).replaceFirst("(?i)^perform\\b", "select ");
        found.statement(from + part.offset() + start.start(), text);
      }
    }
  }

  private static Place at(Place start, String text, int offset) {
    Place inside = Lines.place(start.file(), text, offset);
    int column = inside.line() == 1 ? start.column() + inside.column() - 1 : inside.column();
    return new Place(start.file(), start.line() + inside.line() - 1, column);
  }
}
