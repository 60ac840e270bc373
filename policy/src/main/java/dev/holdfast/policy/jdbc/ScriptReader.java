package dev.holdfast.policy.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cuts a text of SQL into its statements and tells those that begin and end transactions and
 * savepoints. It knows strings, comments and quotes, and nothing else of SQL.
 */
final class ScriptReader {

  /** As many words as the longest of what it tells has: ROLLBACK WORK TO SAVEPOINT x. */
  private static final int WORDS = 5;

  private final String sql;
  private final List<Step> steps = new ArrayList<>();
  private final List<String> words = new ArrayList<>(WORDS);
  private int start;
  private boolean isEmpty = true;
  private boolean atomic;

  ScriptReader(String sql) {
    this.sql = sql;
  }

  List<Step> steps() {
    int at = 0;
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (c == ';' && !atomic) {
        finish(at);
        start = at + 1;
        at++;
      } else {
        int end = SqlSkip.past(sql, at);
        take(at, end);
        at = end;
      }
    }
    finish(sql.length());
    return steps;
  }

  /** Function bodies in the SQL standard's form have semicolons: BEGIN ATOMIC … END. */
  private void take(int from, int end) {
    char c = sql.charAt(from);
    boolean isComment = end > from + 1 && (c == '-' || c == '/');
    isEmpty &= isComment || Character.isWhitespace(c);
    if (!isWord(c)) {
      return;
    }
    String word = sql.substring(from, end);
    if (words.size() < WORDS) {
      words.add(word);
    }
    if (word.equalsIgnoreCase("atomic") && isCreate()) {
      atomic = true;
    } else if (atomic && word.equalsIgnoreCase("end") && endsBody(end)) {
      atomic = false;
    }
  }

  private boolean isCreate() {
    return words.get(0).equalsIgnoreCase("create");
  }

  /** END of a CASE has something behind it; the body's has a semicolon or nothing. */
  private boolean endsBody(int end) {
    String rest = sql.substring(end).stripLeading();
    return rest.isEmpty() || rest.startsWith(";");
  }

  private void finish(int end) {
    if (!isEmpty) {
      add(sql.substring(start, end).strip());
    }
    words.clear();
    isEmpty = true;
  }

  private void add(String text) {
    switch (word(0)) {
      case "begin" -> steps.add(Step.BEGIN);
      case "start" -> steps.add(word(1).equals("transaction") ? Step.BEGIN : statement(text));
      case "commit" -> {
        if (word(1).equals("prepared")) {
          steps.add(statement(text));
        } else {
          end(Step.COMMIT);
        }
      }
      case "end" -> end(Step.COMMIT);
      case "abort" -> end(Step.ROLLBACK);
      case "rollback" -> rollback(text);
      case "savepoint" -> steps.add(new Step(Step.Kind.SAVEPOINT, name(1)));
      case "release" -> steps.add(new Step(Step.Kind.RELEASE, name(after("savepoint", 1))));
      case "prepare" -> steps.add(word(1).equals("transaction") ? Step.COMMIT : statement(text));
      default -> steps.add(statement(text));
    }
  }

  private void rollback(String text) {
    int to = after("transaction", after("work", 1));
    if (word(1).equals("prepared")) {
      steps.add(statement(text));
    } else if (word(to).equals("to")) {
      steps.add(new Step(Step.Kind.ROLLBACK_TO, name(after("savepoint", to + 1))));
    } else {
      end(Step.ROLLBACK);
    }
  }

  /** AND CHAIN: the next transaction begins at once. */
  private void end(Step step) {
    steps.add(step);
    int and = after("transaction", after("work", 1));
    if (word(and).equals("and") && word(and + 1).equals("chain")) {
      steps.add(Step.BEGIN);
    }
  }

  private static Step statement(String text) {
    return new Step(Step.Kind.STATEMENT, text);
  }

  private int after(String optional, int index) {
    return word(index).equals(optional) ? index + 1 : index;
  }

  private String word(int index) {
    return index < words.size() ? words.get(index).toLowerCase(Locale.ROOT) : "";
  }

  /** Folded as PostgreSQL does it; in quotes as it is. */
  private String name(int index) {
    if (index >= words.size()) {
      return "";
    }
    String name = words.get(index);
    return name.startsWith("\"") && name.length() > 1
        ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
        : name.toLowerCase(Locale.ROOT);
  }

  private static boolean isWord(char c) {
    return Character.isLetter(c) || c == '_' || c == '"';
  }
}
