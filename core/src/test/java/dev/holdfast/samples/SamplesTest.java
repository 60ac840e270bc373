package dev.holdfast.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.samples.Pages.Block;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * No block of code in README.md and docs/ stands there untried. Java stands once more in a class
 * named …Samples or …SamplesTest of the module that has what it shows, and runs there; what is not
 * Java is read from the page by the test that {@link #RUN_BY} names.
 */
class SamplesTest {

  private static final List<String> TESTS =
      List.of(
          "core/src/test",
          "policy/src/test",
          "testkit/src/test",
          "bridges/spring-integration/src/test",
          "server/src/test",
          "spring-boot-starter/it-boot3/src/test");

  /** The test that reads the blocks of a kind from a page and runs or compares them. */
  private static final Map<String, String> RUN_BY =
      Map.ofEntries(
          Map.entry("README.md console", "CliSamplesTest"),
          Map.entry("docs/cli.md sh", "CliSamplesTest"),
          Map.entry("docs/cli.md text", "CliSamplesTest"),
          Map.entry("docs/guide/claims.md sh", "CliSamplesTest"),
          Map.entry("docs/guide/policy.md sh", "CliSamplesTest"),
          Map.entry("docs/guide/policy.md console", "CliSamplesTest"),
          Map.entry("docs/guide/policy.md text", "CliSamplesTest"),
          Map.entry("docs/http.md sh", "ApiGuideTest"),
          Map.entry("docs/http.md json", "ApiGuideTest"),
          Map.entry("docs/http.md text", "ApiGuideTest"),
          Map.entry("docs/guide/policy.md yaml", "PolicySamplesTest"),
          Map.entry("docs/guide/policy.md properties", "TestkitSamplesTest"),
          Map.entry("docs/guide/spring-boot.md json", "SpringSamplesTest"),
          Map.entry("docs/guide/spring-boot.md properties", "SpringSamplesTest"),
          Map.entry("docs/guide/versions.md sql", "VersionSamplesTest"),
          Map.entry("docs/guide.md sql", "SqlSamplesTest"),
          Map.entry("docs/operating.md sql", "SqlSamplesTest"),
          Map.entry("docs/operating.md yaml", "HealthTest"));

  /** Blocks that nothing runs, by page and first line, and why. */
  private static final Map<String, String> NOT_RUN =
      Map.of(
          "docs/cli.md $ holdfast blockers",
          "a picture of a moment; WatchingTest makes such a moment and looks at the trees",
          "docs/examples.md mvn -q -pl examples/process-engine -am package -DskipTests",
          "builds a jar; the example's own tests start it",
          "docs/guide/policy.md 1. customers → customers → customers: a row is locked weakly,"
              + " then strongly",
          "a report that was shortened; ReportsTest of the graph has all of it",
          "docs/operating.md ./holdfast serve",
          "runs until a signal ends it; ServeCommandTest starts and ends it");

  private final String compiled =
      Stream.concat(sources("Samples.java"), sources("SamplesTest.java"))
          .map(Pages::read)
          .map(SamplesTest::plain)
          .collect(Collectors.joining("\n"));

  @Test
  @DisplayName("every sample in Java is compiled, and runs in a test")
  void java() {
    assertThat(blocks("java")).hasSizeGreaterThan(40);
    assertThat(unclaimed("java", block -> compiled.contains(plain(block.text()))))
        .as("samples in Java that stand in no class named …Samples or …SamplesTest")
        .isEmpty();
  }

  @Test
  @DisplayName("code of others, which a migration guide replaces, stands in migration guides only")
  void before() {
    assertThat(unclaimed("java before", block -> block.page().startsWith("docs/migrate-from-")))
        .isEmpty();
  }

  @Test
  @DisplayName("every dependency to copy is one that we publish, in the version of this tree")
  void dependencies() {
    String bom = Pages.read("bom/pom.xml");
    String version = find("<version>([^<]*)</version>", Pages.read("pom.xml"));
    assertThat(
            unclaimed(
                "xml",
                block ->
                    bom.contains("<artifactId>" + find("<artifactId>(.*?)<", block.text()) + "<")
                        && find("<version>(.*?)<", block.text()).equals(version)))
        .isEmpty();
  }

  @Test
  @DisplayName("every other block is run or compared by a test, or listed with a reason")
  void others() {
    List<String> java = List.of("java", "java before", "xml");
    assertThat(
            Pages.blocks().stream()
                .filter(block -> !java.contains(block.language()))
                .filter(block -> NOT_RUN.keySet().stream().noneMatch(block::beginsWith))
                .filter(block -> !isRun(block))
                .map(block -> "%s (```%s)".formatted(block.place(), block.language())))
        .as("blocks that no test runs: name one in RUN_BY, or a reason in NOT_RUN")
        .isEmpty();
  }

  @Test
  @DisplayName("no exception is left of a block that has gone")
  void exceptions() {
    List<Block> there = Pages.blocks();
    assertThat(NOT_RUN.keySet())
        .allMatch(exempt -> there.stream().anyMatch(block -> block.beginsWith(exempt)));
    assertThat(RUN_BY.keySet())
        .allMatch(kind -> there.stream().anyMatch(block -> block.kind().equals(kind)));
  }

  private static boolean isRun(Block block) {
    String test = RUN_BY.get(block.kind());
    String page = block.page().replaceFirst(".*/", "");
    return test != null
        && sources(test + ".java").anyMatch(file -> Pages.read(file).contains(page + "\""));
  }

  private static List<String> unclaimed(String language, Predicate<Block> claimed) {
    return blocks(language).stream().filter(claimed.negate()).map(Block::place).toList();
  }

  private static List<Block> blocks(String language) {
    return Pages.blocks().stream().filter(block -> block.language().equals(language)).toList();
  }

  private static Stream<String> sources(String ending) {
    return TESTS.stream()
        .filter(root -> Files.exists(Pages.ROOT.resolve(root)))
        .flatMap(root -> Pages.files(root, ending).stream());
  }

  /** Without comments at the ends of lines, and without space: a page is set differently. */
  private static String plain(String java) {
    Matcher found = Pattern.compile("(\"(?:[^\"\\\\\\n]|\\\\.)*\")|//[^\\n]*").matcher(java);
    String bare = found.replaceAll(each -> Matcher.quoteReplacement(orEmpty(each.group(1))));
    return bare.replaceAll("\\s+", "");
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String find(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    return found.find() ? found.group(1) : "";
  }
}
