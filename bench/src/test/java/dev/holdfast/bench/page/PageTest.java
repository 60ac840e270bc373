package dev.holdfast.bench.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.bench.report.Figure;
import dev.holdfast.bench.report.Json;
import dev.holdfast.bench.report.Report;
import dev.holdfast.bench.report.Samples;
import dev.holdfast.bench.report.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {

  @TempDir private Path directory;
  private final Report report = new Report();

  @BeforeEach
  void measure() {
    figure("Holdfast release()", 4_000);
    figure("Redisson <RLock> & co.", 2_000);
    report.judge(Target.PAIRS_8_PEERS, new Samples(List.of(1.9, 2.0, 2.1)), "best: Redisson");
    report.judge(Target.HAND_OVER, 2.5);
    report.missing("jetcd, etcd", "etcd is not installed");
  }

  @Test
  @DisplayName("what was measured replaces what stood between the marks, and nothing else")
  void marks() throws Exception {
    Path page = page("before\n" + Page.BEGIN + "\nold\n" + Page.END + "\nafter\n");

    String text = Files.readString(page);

    assertThat(text).startsWith("before\n" + Page.BEGIN).endsWith(Page.END + "\nafter\n");
    assertThat(text).doesNotContain("\nold\n").contains("| cores | 2 |");
    Page.write(directory.resolve("latest.json"), page);
    assertThat(page).as("written twice").hasContent(text);
  }

  @Test
  @DisplayName("a missed target stands under what we are behind in, a met one does not")
  void behind() throws Exception {
    String text = Files.readString(page(Page.BEGIN + "\n" + Page.END + "\n"));
    String behind = text.substring(text.indexOf("### Where"), text.indexOf("### Targets"));

    assertThat(behind).contains("hand-over in one process, p50: ≤ 1.50 × durable commit");
    assertThat(behind).contains("measured 2.50").doesNotContain("8 callers");
    assertThat(text).contains("| 2 | 1.90 – 2.10 | met | best: Redisson |");
    assertThat(text).contains("Not measured: jetcd, etcd: etcd is not installed");
  }

  @Test
  @DisplayName("a plot has a bar a contender, as long as its rate, and no markup of theirs")
  void plots() throws Exception {
    page(Page.BEGIN + "\n" + Page.END + "\n");

    assertThat(directory.resolve("images/bench-pairs-8.svg"))
        .content()
        .contains("class=\"ours\" x=\"330\" y=\"44\" width=\"374.0\"")
        .contains("class=\"theirs\" x=\"330\" y=\"70\" width=\"187.0\"")
        .contains("Redisson &lt;RLock&gt; &amp; co.")
        .contains("prefers-color-scheme: dark");
    assertThat(directory.resolve("images/bench-pairs-1.svg")).doesNotExist();
  }

  @Test
  @DisplayName("a page without marks is left alone")
  void noMarks() {
    assertThatThrownBy(() -> page("no marks\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(Page.BEGIN);
  }

  private Path page(String text) throws IOException {
    Path json = directory.resolve("latest.json");
    Path page = directory.resolve("performance.md");
    Files.writeString(json, Json.write(report.json(Map.of("cores", 2))));
    Files.writeString(page, text);
    Page.write(json, page);
    return page;
  }

  private void figure(String contender, double rate) {
    Samples rates = new Samples(List.of(rate));
    report.add(new Figure("pairs", contender, 8, rates, 10, 20, Map.of("walBytes", 300.0)));
  }
}
