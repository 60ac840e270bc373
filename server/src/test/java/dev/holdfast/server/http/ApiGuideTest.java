package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.text.JsonReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The guide to the API")
class ApiGuideTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(sh|json|text)\\n(.*?)^```$");
  private static final String MARK = "--- next block ---";

  /** A block of commands, and what stands below it. */
  private record Example(String commands, List<String> shown) {}

  @Test
  @DisplayName("shows commands that work, and answers of the right shape")
  void works(@TempDir Path directory) throws Exception {
    List<Example> examples = examples(Files.readString(Path.of("../docs/http.md")));
    assertThat(examples).hasSizeGreaterThan(7);
    try (ServiceLab lab = ServiceLab.start()) {
      List<String> outputs = run(examples, lab.admin(), directory);
      for (int i = 0; i < examples.size(); i++) {
        compare(examples.get(i), outputs.get(i));
      }
    }
  }

  private static List<Example> examples(String page) {
    List<Example> examples = new ArrayList<>();
    Matcher block = BLOCK.matcher(page);
    while (block.find()) {
      if (block.group(1).equals("sh")) {
        examples.add(new Example(block.group(2), new ArrayList<>()));
      } else if (!examples.isEmpty()) {
        examples.get(examples.size() - 1).shown().add(block.group(2).strip());
      }
    }
    return examples;
  }

  /** In one shell, since later commands use what earlier ones have found out. */
  private static List<String> run(List<Example> examples, Client client, Path directory)
      throws Exception {
    StringBuilder script = new StringBuilder("set -euo pipefail\n");
    examples.forEach(
        example -> script.append(example.commands()).append("echo; echo '" + MARK + "'\n"));
    ProcessBuilder bash = new ProcessBuilder("bash", "-c", script.toString());
    bash.directory(directory.toFile()).redirectErrorStream(true);
    bash.environment().put("HOLDFAST", "http://127.0.0.1:" + client.port());
    bash.environment().put("TOKEN", client.secret());
    Process process = bash.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return List.of(output.split(MARK, -1));
  }

  private static void compare(Example example, String output) {
    String rest = output.strip();
    for (String shown : example.shown()) {
      if (shown.startsWith("{")) {
        String got = rest.substring(rest.indexOf('{'));
        sameShape(json(shown), json(got), example.commands());
      } else {
        assertThat(rest).as(example.commands()).startsWith(shown);
      }
    }
  }

  private static @Nullable Object json(String text) {
    return JsonReader.value(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void sameShape(@Nullable Object shown, @Nullable Object got, String where) {
    if (shown instanceof Map<?, ?> members && got instanceof Map<?, ?> found) {
      assertThat(found.keySet()).as(where).isEqualTo(members.keySet());
      members.forEach((name, value) -> sameShape(value, found.get(name), where));
    } else if (shown instanceof List<?> items && got instanceof List<?> found) {
      assertThat(found.isEmpty()).as(where).isEqualTo(items.isEmpty());
      if (!items.isEmpty()) {
        sameShape(items.get(0), found.get(0), where);
      }
    } else if (shown instanceof String text && text.startsWith("/problems/")) {
      assertThat(got).as(where).isEqualTo(text);
    } else if (shown != null) {
      Class<?> type = shown instanceof Number ? Number.class : shown.getClass();
      assertThat(got).as(where).isInstanceOf(type);
    }
  }
}
