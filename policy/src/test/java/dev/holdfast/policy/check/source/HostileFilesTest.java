package dev.holdfast.policy.check.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Files that nobody would write")
class HostileFilesTest {
  @TempDir Path dir;

  @Test
  @DisplayName("P3: links in a circle, binary and huge files are passed by, and the rest is read")
  void oddFiles() throws Exception {
    SourceTree tree = new SourceTree(dir).with("a.sql", "delete from a;");
    Files.createSymbolicLink(dir.resolve("loop"), dir);
    Files.createSymbolicLink(dir.resolve("link.sql"), dir.resolve("a.sql"));
    Files.write(dir.resolve("binary.sql"), new byte[] {1, 0, 2});
    try (RandomAccessFile huge = new RandomAccessFile(dir.resolve("huge.sql").toFile(), "rw")) {
      huge.setLength(100L * 1024 * 1024);
    }
    Files.write(
        dir.resolve("latin.sql"), "update b set x = 'ä';".getBytes(StandardCharsets.ISO_8859_1));
    SqlSources.Found found = tree.read();
    assertThat(found.texts()).hasSize(2);
    assertThat(found.notes())
        .extracting(Note::toString)
        .containsExactlyInAnyOrder(
            "binary.sql: skipped: not text",
            "huge.sql: skipped: larger than 4 MB",
            "latin.sql: is not UTF-8; read as ISO 8859-1",
            "link.sql: skipped: a link; name it to check it");
  }

  @Test
  @DisplayName("P8: Java that can't be parsed is said, with its line, and what can be read is")
  void brokenJava() {
    SourceTree tree = new SourceTree(dir);
    tree.withClass("  String s = \"delete from a where id = 1\";\n  void m( {");
    SqlSources.Found found = tree.read();
    assertThat(found.texts()).hasSize(1);
    assertThat(found.unreadable()).hasSize(1);
    assertThat(found.unreadable().keySet().iterator().next().line()).isEqualTo(4);
  }

  @Test
  @DisplayName("P3: expressions of great depth and length end")
  void deepJava() {
    SourceTree tree = new SourceTree(dir);
    tree.withClass("  String s = " + "(".repeat(20_000) + "1" + ")".repeat(20_000) + ";");
    tree.with(
        "app/Long.java", "class Long { String s = \"select\"" + " + \"a\"".repeat(3_000) + "; }");
    assertThat(tree.read().notes().size() + tree.read().unreadable().size()).isPositive();
  }

  @Test
  @DisplayName("P3: what builds make is left out, unless it is named; so is what a glob excludes")
  void leftOut() {
    SourceTree tree = new SourceTree(dir);
    tree.with("pom.xml", "<project/>")
        .with("target/x.sql", "delete from a;")
        .with("src/test/t.sql", "delete from b;")
        .with("src/main/build/m.sql", "delete from c;");
    SqlSources.Options options =
        SqlSources.Options.from(dir).withExcluded(List.of("**/src/test/**"));
    assertThat(SqlSources.read(List.of(dir), options).texts()).hasSize(1);
    assertThat(SqlSources.read(List.of(dir.resolve("target")), options).texts()).hasSize(1);
  }

  @Test
  @DisplayName("P3: a comment that allows covers the next line that is none")
  void allows() {
    List<Allow> found =
        Allow.in(
            "a.sql", "-- holdfast:allow order the reaper goes last\n-- more\nupdate a;\nupdate b;");
    assertThat(found).hasSize(1);
    assertThat(found.get(0).reason()).isEqualTo("the reaper goes last");
    assertThat(found.get(0).covers("a.sql", 3, 3)).isTrue();
    assertThat(found.get(0).covers("a.sql", 4, 4)).isFalse();
  }
}
