package dev.holdfast.policy.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The migration scripts of an application, to be run on an empty database whose {@link Catalog} is
 * wanted. Flyway's names are understood: versions in their order, then what is repeatable, nothing
 * that undoes. Where no file has such a name, all run in the order of their names, with numbers as
 * numbers.
 */
public final class Migrations {

  private static final Pattern FLYWAY =
      Pattern.compile("(?<kind>[VR])(?<version>[0-9._]*)__.*", Pattern.CASE_INSENSITIVE);
  private static final Pattern UNDO = Pattern.compile("U[0-9._]+__.*", Pattern.CASE_INSENSITIVE);
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final int LONGEST_NUMBER = 40;

  private Migrations() {}

  /** The scripts in a folder and below, in the order in which they run. */
  public static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> scripts =
          files
              .filter(file -> nameOf(file).endsWith(".sql") && Files.isRegularFile(file))
              .filter(file -> !UNDO.matcher(nameOf(file)).matches())
              .toList();
      List<Path> versioned =
          scripts.stream().filter(file -> FLYWAY.matcher(nameOf(file)).matches()).toList();
      return versioned.isEmpty()
          ? sorted(scripts, Migrations::byNumbers)
          : sorted(versioned, Migrations::byVersion);
    }
  }

  /**
   * Runs a script, each statement by itself, on a connection in autocommit mode.
   *
   * @param placeholders what stands for <code>${name}</code>
   */
  public static void run(Connection connection, Path script, Map<String, String> placeholders)
      throws IOException, SQLException {
    String text = Files.readString(script);
    for (Map.Entry<String, String> placeholder : placeholders.entrySet()) {
      text = text.replace("${" + placeholder.getKey() + "}", placeholder.getValue());
    }
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      for (SqlScript.Piece piece : SqlScript.pieces(text)) {
        run(statement, script, text, piece);
      }
    }
  }

  private static void run(Statement statement, Path script, String text, SqlScript.Piece piece)
      throws SQLException {
    try {
      statement.execute(piece.sql());
    } catch (SQLException e) {
      long line = text.substring(0, piece.start()).lines().count();
      boolean begins = piece.start() == 0 || text.charAt(piece.start() - 1) == '\n';
      throw new SQLException(
          script + ":" + (begins ? line + 1 : line) + ": " + e.getMessage(), e.getSQLState(), e);
    }
  }

  private static List<Path> sorted(List<Path> scripts, Comparator<String> byName) {
    return scripts.stream()
        .sorted(Comparator.comparing(Migrations::nameOf, byName).thenComparing(Path::toString))
        .toList();
  }

  /** Versions before what is repeatable. */
  private static int byVersion(String one, String other) {
    int byKind = kindOf(other).compareToIgnoreCase(kindOf(one)); // V is after R
    return byKind != 0 ? byKind : byNumbers(one, other);
  }

  private static String kindOf(String name) {
    return name.substring(0, 1);
  }

  /** Number by number, as in V1.10 after V1.9; then by the rest. */
  private static int byNumbers(String one, String other) {
    List<String> ones = numbers(one);
    List<String> others = numbers(other);
    for (int i = 0; i < Math.max(ones.size(), others.size()); i++) {
      int byNumber = padded(ones, i).compareTo(padded(others, i));
      if (byNumber != 0) {
        return byNumber;
      }
    }
    return one.compareTo(other);
  }

  /** Of the version, or at the beginning of the name; none: a zero. */
  private static List<String> numbers(String name) {
    Matcher flyway = FLYWAY.matcher(name);
    String part = flyway.matches() ? flyway.group("version") : name.replaceFirst("[^0-9._].*", "");
    List<String> numbers = new ArrayList<>();
    Matcher number = NUMBER.matcher(part);
    while (number.find()) {
      numbers.add(number.group());
    }
    return numbers;
  }

  /** What is not there is a zero: V1 and V1.0 are one version. */
  private static String padded(List<String> numbers, int i) {
    String number = i < numbers.size() ? numbers.get(i) : "";
    return "0".repeat(Math.max(LONGEST_NUMBER - number.length(), 0)) + number;
  }

  private static String nameOf(Path file) {
    Path name = file.getFileName();
    return name == null ? "" : name.toString();
  }
}
