package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * docs/requirements.md says which test keeps which row; this keeps it true. A test names its rows
 * at the beginning of its display name. With -Dholdfast.updateRequirements=true the table is
 * written anew.
 */
class RequirementsTest {

  private static final Path ROOT = Path.of("..");
  private static final Path DOCUMENT = ROOT.resolve("docs").resolve("requirements.md");
  private static final Pattern TABLE =
      Pattern.compile("(?<=\\| row \\| test \\|\n\\|---\\|---\\|\n)(\\|.*\n)*");
  private static final Pattern NAME =
      Pattern.compile("@DisplayName\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*\\+?\\s*)+)\\)");
  private static final List<String> ROWS =
      Stream.of(
              rows("L", 14),
              rows("W", 13),
              rows("V", 5),
              rows("C", 8),
              rows("O", 5),
              rows("P", 8),
              List.of("E1", "E3", "E4", "E5"))
          .flatMap(List::stream)
          .toList();

  private static List<String> rows(String letter, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(no -> letter + no).toList();
  }

  private record Named(String test, String name) {

    /** The rows at the beginning of a display name: "L5 L13: …". */
    List<String> rows() {
      int colon = Math.max(name.indexOf(": "), 0);
      return Stream.of(name.substring(0, colon).split(" ", -1)).filter(ROWS::contains).toList();
    }
  }

  @Test
  @DisplayName("every row of the library, the policy and the examples has a test")
  void everyRow() throws IOException {
    assertThat(tests().stream().flatMap(test -> test.rows().stream()).distinct())
        .containsExactlyInAnyOrderElementsOf(ROWS);
  }

  @Test
  @DisplayName("docs/requirements.md names the tests of each row, all of them and no other")
  void document() throws IOException {
    List<Named> tests = tests();
    String table =
        ROWS.stream()
            .flatMap(
                row ->
                    tests.stream()
                        .filter(test -> test.rows().contains(row))
                        .map(test -> "| %s | `%s`: %s |\n".formatted(row, test.test(), test.name()))
                        .distinct()
                        .sorted())
            .collect(Collectors.joining());
    String document = Files.readString(DOCUMENT);
    Matcher found = TABLE.matcher(document);
    assertThat(found.find()).as("the table").isTrue();
    if (Boolean.getBoolean("holdfast.updateRequirements")) {
      Files.writeString(DOCUMENT, found.replaceFirst(Matcher.quoteReplacement(table)));
    } else {
      assertThat(found.group())
          .as("run this test with -Dholdfast.updateRequirements=true, and look at the difference")
          .isEqualTo(table);
    }
  }

  private static final List<String> ROOTS =
      List.of(
          "core/src/test",
          "testkit/src/main",
          "testkit/src/test",
          "policy/src/test",
          "bridges/lock/src/test",
          "bridges/shedlock/src/test",
          "bridges/spring-integration/src/test",
          "server/src/test",
          "spring-boot-starter/src/test",
          "spring-boot-starter/it-boot3/src/test",
          "examples/process-engine/src/test",
          "examples/evalium/src/test",
          "examples/permit-workflow/src/test",
          "examples/table-catalog/src/test",
          "examples/publisher/src/test");

  /** The tests of all modules, and the contract in the test kit. */
  private static List<Named> tests() throws IOException {
    List<Named> tests = new ArrayList<>();
    for (String root : ROOTS) {
      for (Path file : sources(ROOT.resolve(root))) {
        String test = file.getFileName().toString().replace(".java", "");
        Matcher matcher = NAME.matcher(Files.readString(file));
        while (matcher.find()) {
          tests.add(new Named(test, text(matcher.group(1))));
        }
      }
    }
    return tests;
  }

  private static List<Path> sources(Path root) throws IOException {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** A Java string constant, perhaps in several parts, as its text. */
  private static String text(String constant) {
    Matcher part = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(constant);
    StringBuilder text = new StringBuilder();
    while (part.find()) {
      text.append(part.group(1).translateEscapes());
    }
    return text.toString();
  }
}
