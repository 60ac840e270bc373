package dev.holdfast.policy.check.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cuts a script into its statements and says where each begins. */
final class Statements {

  /** A statement without its semicolon. */
  record Part(int offset, String text) {}

  private final String script;
  private final List<Part> parts = new ArrayList<>();
  private int start;
  private int at;
  private int atomic;

  private Statements(String script) {
    this.script = script;
  }

  static List<Part> of(String script) {
    Statements statements = new Statements(script);
    while (statements.at < script.length()) {
      statements.next();
    }
    statements.end();
    return statements.parts;
  }

  private void next() {
    char c = script.charAt(at);
    if (script.startsWith("--", at)) {
      at = after("\n", at + 2);
    } else if (script.startsWith("/*", at)) {
      comment();
    } else if (c == '\'') {
      string();
    } else if (c == '"') {
      at = after("\"", at + 1);
    } else if (c == '$') {
      dollar();
    } else if (c == ';' && atomic == 0) {
      end();
      at++;
      start = at;
      skipCopiedRows();
    } else if (c == '\\' && script.substring(start, at).isBlank()) {
      at = after("\n", at); // a command of psql
      start = at;
    } else {
      word();
    }
  }

  private void end() {
    String text = script.substring(start, Math.min(at, script.length()));
    if (!text.isBlank()) {
      parts.add(new Part(start, text));
    }
  }

  /** Rows of {@code COPY … FROM stdin} are data up to a line of backslash and full stop. */
  private void skipCopiedRows() {
    if (!parts.isEmpty()) {
      String last = parts.get(parts.size() - 1).text().toLowerCase(Locale.ROOT);
      if (last.strip().startsWith("copy ") && last.contains("from stdin")) {
        at = after("\n\\.", at);
        start = at;
      }
    }
  }

  private void comment() {
    int depth = 0;
    do {
      if (script.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (script.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < script.length());
  }

  private void string() {
    boolean escapes = at > 0 && (script.charAt(at - 1) | 0x20) == 'e';
    at++;
    while (at < script.length() && script.charAt(at) != '\'') {
      at += escapes && script.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }

  private void dollar() {
    int end = at + 1;
    while (end < script.length()
        && Character.isJavaIdentifierPart(script.charAt(end))
        && script.charAt(end) != '$') {
      end++;
    }
    if (end < script.length() && script.charAt(end) == '$') {
      at = after(script.substring(at, end + 1), end + 1);
    } else {
      at++;
    }
  }

  /** The body of a function of standard SQL has semicolons: BEGIN ATOMIC … END. */
  private void word() {
    int from = at;
    while (at < script.length() && Character.isJavaIdentifierPart(script.charAt(at))) {
      at++;
    }
    String word = script.substring(from, at).toLowerCase(Locale.ROOT);
    if (word.equals("atomic") || (atomic > 0 && word.equals("case"))) {
      atomic++;
    } else if (atomic > 0 && word.equals("end")) {
      atomic--;
    }
    at = Math.max(at, from + 1);
  }

  private int after(String what, int from) {
    int found = script.indexOf(what, from);
    return found < 0 ? script.length() : found + what.length();
  }
}
