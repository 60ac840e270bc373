package dev.holdfast.policy.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

@DisplayName("What the static check writes")
class ReportsTest {
  private static final String BODY = "  String a = \"delete from audit where id = 1\";";

  @TempDir Path dir;
  Checked checked = new Checked(Path.of("."));

  @BeforeEach
  void begin() {
    checked = new Checked(dir).withClass("app.Service", BODY);
  }

  @Test
  @DisplayName("P3: text has the place, a sentence, the line with a caret, and what to do")
  void text() {
    assertThat(new TextReport(dir, false).write(checked.run()))
        .isEqualTo(
            """
            app/Service.java:3:27: never: The transaction locks audit FOR UPDATE, and the policy forbids that.
                  String a = "delete from audit where id = 1";
                                          ^
              fix: Read without a lock, and append instead of changing.

            1 finding (never 1) in 1 statement of 1 file
            """);
  }

  @Test
  @DisplayName("P3: nothing in a source steers the terminal")
  void visible() {
    checked.withClass(
        "app.Other", "  String a = \"delete from \\\"au\u001b[2Jdit\\\" where id = 1\";");
    assertThat(new TextReport(dir, false).write(checked.run())).doesNotContain("\u001b");
  }

  @Test
  @DisplayName("P3: JSON has every field of a finding")
  void json() {
    Map<?, ?> report = (Map<?, ?>) parsed(JsonReport.write(checked.run()));
    List<?> findings = (List<?>) Objects.requireNonNull(report.get("findings"));
    Map<?, ?> finding = (Map<?, ?>) findings.get(0);
    assertThat(finding.keySet().stream().map(String::valueOf))
        .containsExactly(
            "file",
            "line",
            "column",
            "rule",
            "reason",
            "fix",
            "where",
            "table",
            "sql",
            "fingerprint");
    assertThat(String.valueOf(finding.get("where"))).isEqualTo("app.Service.a");
  }

  @Test
  @DisplayName(
      "P3: SARIF 2.1.0: each result names a rule that is described, a place, a fingerprint")
  void sarif() {
    checked.with("odd name%.sql", "delete from audit;");
    Map<?, ?> log = (Map<?, ?>) parsed(SarifReport.write(checked.run(), "1.0"));
    assertThat(String.valueOf(log.get("version"))).isEqualTo("2.1.0");
    String problems = SarifShape.problems(log);
    assertThat(problems).isEmpty();
    assertThat(log.toString()).contains("odd%20name%25.sql");
  }

  @Test
  @DisplayName("P3: a baseline has what is known: it survives moved lines, and new findings fail")
  void baseline() throws IOException {
    Path file = dir.resolve("baseline.json");
    Files.writeString(file, Baseline.write(checked.run()));
    checked.withClass("app.Service", "\n\n\n" + BODY);
    assertThat(Baseline.read(file).without(checked.run()).findings()).isEmpty();

    checked.withClass("app.Service", BODY + "\n" + BODY.replace(" a ", " b "));
    assertThat(Baseline.read(file).without(checked.run()).findings()).hasSize(1);

    checked.withClass("app.Service", "");
    assertThat(Baseline.read(file).gone(checked.run())).isEqualTo(1);
  }

  @Test
  @DisplayName("P3: what is no baseline is refused with a sentence")
  void noBaseline() throws IOException {
    for (String content : List.of("", "[]", "{\"findings\": [1]}", "{", "a: &a [*a]")) {
      Path file = Files.writeString(dir.resolve("b.json"), content);
      assertThatThrownBy(() -> Baseline.read(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not a baseline");
    }
  }

  private static Object parsed(String json) {
    return new Load(LoadSettings.builder().build()).loadFromString(json);
  }
}
