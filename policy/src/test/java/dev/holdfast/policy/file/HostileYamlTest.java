package dev.holdfast.policy.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.lint.PolicyLint;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Files that mean no good")
class HostileYamlTest {

  private static final String GOOD =
      """
      holdfast-policy: 1
      clusters:
        sales: {order: listed, tables: [customers, {name: orders, rule: admin}]}
      operations: {Place: {cluster: sales, tables: [customers, orders]}}
      exemptions: [{rule: order, tables: [orders], reason: old, until: 2030-01-01}]
      """;

  static Stream<Arguments> hostile() {
    String bomb =
        """
        a: &a [x, x, x, x, x, x, x, x, x]
        b: &b [*a, *a, *a, *a, *a, *a, *a, *a]
        c: &c [*b, *b, *b, *b, *b, *b, *b, *b]
        """;
    return Stream.of(
        Arguments.of("an alias bomb", bomb, "2:8: No aliases here"),
        Arguments.of("a loop", "a: &a [*a]", "1:8: No aliases here"),
        Arguments.of("deep lists", "[".repeat(100_000), "1:17: Nested deeper"),
        Arguments.of("deep mappings", "{a: ".repeat(100_000), "Nested deeper"),
        Arguments.of("deep block lists", "- ".repeat(50_000), "Nested deeper"),
        Arguments.of("a tag", "a: !!java.net.URL [\"http://x\"]", "1:4: No tags here"),
        Arguments.of("a key twice", "title: a\ntitle: b\n", "2:1: The key title is there already"),
        Arguments.of("a number as key", "1: a", "1:1: A key is a text"),
        Arguments.of("a list as key", "? [a, b]\n: c", "1:3: A key is a text"),
        Arguments.of("no key", "'': a", "1:1: A key is needed"),
        Arguments.of("a merge", "<<: {title: a}", "Unknown key <<"),
        Arguments.of("two documents", "a: 1\n---\nb: 2\n", "2:1: One document a file"),
        Arguments.of("no YAML", "a: b: c", "1:5: Not YAML"),
        Arguments.of("a zero byte", "a: \u0000", "Not YAML"),
        Arguments.of(
            "half a character",
            "title: x\nnote: \ud83d" + "\ud83d\ude00".repeat(600),
            "2:7: Not Unicode"),
        Arguments.of("nothing", "", "1:1: The file is empty"),
        Arguments.of("a list", "- a", "1:1: Keys with values are needed here, not a list"),
        Arguments.of("another format", "holdfast-policy: 2", "1:18: This version reads"),
        Arguments.of("a huge number", "holdfast-policy: 99999999999", "A whole number from 0"),
        Arguments.of("a long text", "a".repeat(2 << 20), "more than a million"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  @DisplayName("P1: a hostile file is refused with place and sentence")
  void refused(String name, String text, String expected) {
    PolicyFileException error = PolicyReaderTest.error(text);
    assertThat(error).as(name).isNotNull();
    assertThat(error).hasMessageContaining(expected);
    assertThat(error.problems()).hasSizeLessThanOrEqualTo(Problems.MOST);
  }

  @Test
  @DisplayName("P1: characters of two halves are read wherever they stand")
  void emoji() {
    for (String before : List.of("#", "# ")) {
      String text = before + "\ud83d\ude00".repeat(3_000) + "\n" + GOOD;
      assertThat(PolicyReaderTest.error(text)).isNull();
    }
  }

  @Test
  @DisplayName("P1: a mangled file gives a policy or errors, never anything else")
  void mangled() {
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder(GOOD);
      for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
        int at = random.nextInt(text.length());
        text.replace(at, Math.min(text.length(), at + random.nextInt(4)), mangle(random));
      }
      try {
        PolicyLint.check(PolicyReaderTest.parse(text.toString()));
      } catch (PolicyFileException e) {
        refused++;
        assertThat(e.problems()).isNotEmpty();
      }
    }
    assertThat(refused).isBetween(500, 3000);
  }

  private static String mangle(Random random) {
    String pieces = "[]{}:,-'\"&*!|>%@`#\n\t ?~01aé\u0000\ud800";
    return String.valueOf(pieces.charAt(random.nextInt(pieces.length())));
  }
}
