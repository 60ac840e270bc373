package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConsoleFilesTest {
  private static final Pattern IMPORT = Pattern.compile("from '([^']+)'");
  private static final Pattern LOADED = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
  private static final Map<String, byte[]> FILES = ConsoleFiles.read();

  @Test
  void theVendoredFilesAreThePublishedOnes() throws NoSuchAlgorithmException {
    for (String line : text("vendor/SHA256SUMS").lines().toList()) {
      String[] parts = line.split(" +", 2);
      assertThat(digest("vendor/" + parts[1])).as(parts[1]).isEqualTo(parts[0]);
    }
  }

  @Test
  void noVendoredProgramIsWithoutADigestAndALicence() {
    List<String> programs =
        FILES.keySet().stream().filter(p -> p.startsWith("vendor/") && p.endsWith(".js")).toList();
    assertThat(programs)
        .isNotEmpty()
        .allSatisfy(p -> assertThat(text("vendor/SHA256SUMS")).contains(p.substring(7)))
        .allSatisfy(p -> assertThat(text("vendor/NOTICE")).contains(p.replaceFirst(".*/", "")));
    assertThat(FILES.keySet())
        .contains(
            "vendor/htm/LICENSE", "vendor/preact/LICENSE", "vendor/dagre/dagre.esm.js.LEGAL.txt");
  }

  @Test
  void whatOthersWroteIsSmall() {
    int bytes =
        FILES.entrySet().stream()
            .filter(e -> e.getKey().startsWith("vendor/") && e.getKey().endsWith(".js"))
            .mapToInt(e -> e.getValue().length)
            .sum();
    assertThat(bytes).isLessThan(100_000);
  }

  @Test
  void namesAreDataAndNeverMarkup() {
    assertThat(ours(".js"))
        .allSatisfy(
            (path, text) ->
                assertThat(text)
                    .as(path)
                    .doesNotContainIgnoringCase("innerHTML")
                    .doesNotContain("outerHTML", "insertAdjacentHTML", "document.write", "eval(")
                    .doesNotContain("new Function", "srcdoc", "javascript:"));
  }

  @Test
  void thePageHasNoProgramAndNoStyleOfItsOwn() {
    assertThat(text("index.html"))
        .doesNotContain("<style", "style=")
        .doesNotContainPattern("\\son[a-z]+=")
        .containsOnlyOnce("<script")
        .contains("<script type=\"module\" src=\"js/app.js\"></script>");
  }

  @Test
  void allAddressesAreRelativeSoThatAnyPathPrefixWorks() {
    assertThat(ours(".js"))
        .allSatisfy(
            (path, text) ->
                assertThat(text)
                    .as(path)
                    .doesNotContain("http://", "https://", "'/api", "`/api", "\"/api"));
    assertThat(text("index.html")).doesNotContain("=\"/", "http:", "https:");
    assertThat(ours(".css"))
        .allSatisfy((path, text) -> assertThat(text).as(path).doesNotContain("url(\"/", "http"));
  }

  @Test
  void whatIsImportedIsThere() {
    for (MatchResult loaded : LOADED.matcher(text("index.html")).results().toList()) {
      assertThat(FILES).containsKey(loaded.group(1));
    }
    ours(".js")
        .forEach(
            (path, text) ->
                IMPORT
                    .matcher(text)
                    .results()
                    .forEach(
                        m -> assertThat(FILES).as(path).containsKey(target(path, m.group(1)))));
  }

  @Test
  void theProgramsAreSmallFilesOfReadableLines() {
    assertThat(ours(".js"))
        .hasSizeGreaterThan(30)
        .allSatisfy(
            (path, text) -> {
              assertThat(text.lines().count()).as(path).isLessThan(200);
              assertThat(text.lines()).as(path).allMatch(line -> line.length() <= 100);
            });
  }

  private static String target(String path, String imported) {
    return Path.of(path).resolveSibling(imported).normalize().toString();
  }

  private static Map<String, String> ours(String ending) {
    return FILES.keySet().stream()
        .filter(path -> path.endsWith(ending) && !path.startsWith("vendor/"))
        .collect(Collectors.toMap(p -> p, ConsoleFilesTest::text, (a, b) -> a, TreeMap::new));
  }

  private static String text(String path) {
    return new String(FILES.get(path), StandardCharsets.UTF_8);
  }

  private static String digest(String path) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(FILES.get(path)));
  }
}
