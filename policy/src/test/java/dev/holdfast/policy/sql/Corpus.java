package dev.holdfast.policy.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The statements of {@code corpus.sql} with their marks. */
final class Corpus {

  /** A statement and what is accepted of it. */
  record Entry(String sql, Set<String> may, Set<String> unsaid, boolean doubt, String before) {}

  private final List<Entry> entries = new ArrayList<>();
  private final Set<String> may = new HashSet<>();
  private final Set<String> unsaid = new HashSet<>();
  private final StringBuilder sql = new StringBuilder();
  private String before = "";
  private boolean doubt;

  static List<Entry> read() {
    Corpus corpus = new Corpus();
    resource("corpus.sql").lines().forEach(corpus::line);
    return corpus.entries;
  }

  static String resource(String name) {
    try (InputStream in = Corpus.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void line(String line) {
    if (line.startsWith("-- ") && sql.isEmpty()) {
      mark(line.substring(3));
    } else if (!line.isBlank()) {
      sql.append(sql.isEmpty() ? "" : "\n").append(line);
      if (line.endsWith(";") && sql.toString().split("\\$\\w*\\$", -1).length % 2 == 1) {
        entries.add(new Entry(sql.toString(), Set.copyOf(may), Set.copyOf(unsaid), doubt, before));
        clear();
      }
    }
  }

  private void mark(String mark) {
    if (mark.startsWith("may ")) {
      may.add(mark.substring(4).replaceFirst(" \\[.*", ""));
    } else if (mark.startsWith("unsaid ")) {
      unsaid.add(mark.substring(7).replaceFirst(" \\[.*", ""));
    } else if (mark.startsWith("before ")) {
      before = mark.substring(7);
    } else if (mark.equals("doubt")) {
      doubt = true;
    }
  }

  private void clear() {
    may.clear();
    unsaid.clear();
    sql.setLength(0);
    before = "";
    doubt = false;
  }
}
