package dev.holdfast.policy.check;

import dev.holdfast.policy.Rule;
import dev.holdfast.policy.check.source.Note;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Findings as SARIF 2.1.0, which code hosts show beside the changed lines. */
public final class SarifReport {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private SarifReport() {}

  /** With the version of the program that made it. */
  public static String write(CheckResult result, String version) {
    List<Map<String, Object>> results = new ArrayList<>();
    List<String> fingerprints = Fingerprints.of(result.findings());
    for (int i = 0; i < fingerprints.size(); i++) {
      results.add(result(result.findings().get(i), fingerprints.get(i)));
    }
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("tool", Map.of("driver", driver(version)));
    run.put("columnKind", "utf16CodeUnits");
    run.put(
        "originalUriBaseIds",
        Map.of("SRCROOT", Map.of("description", text("Where holdfast check ran."))));
    run.put("invocations", List.of(invocation(result)));
    run.put("results", results);
    Map<String, Object> log = new LinkedHashMap<>();
    log.put("$schema", SCHEMA);
    log.put("version", "2.1.0");
    log.put("runs", List.of(run));
    return Json.write(log);
  }

  private static Map<String, Object> driver(String version) {
    List<Map<String, Object>> rules = new ArrayList<>();
    for (Rule rule : Rule.values()) {
      rules.add(rule(rule.id(), rule.says(), rule.fix()));
    }
    Map<String, Object> driver = new LinkedHashMap<>();
    driver.put("name", "holdfast check");
    driver.put("version", version);
    driver.put("rules", rules);
    return driver;
  }

  private static Map<String, Object> rule(String id, String says, String fix) {
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put("id", id);
    rule.put("shortDescription", text(says));
    rule.put("fullDescription", text(says + " " + fix));
    rule.put("help", text(fix));
    rule.put("defaultConfiguration", Map.of("level", "error"));
    return rule;
  }

  /** Files that were skipped are said here too: who reads only this must not miss them. */
  private static Map<String, Object> invocation(CheckResult result) {
    Map<String, Object> invocation = new LinkedHashMap<>();
    invocation.put("executionSuccessful", true);
    invocation.put(
        "toolExecutionNotifications",
        result.notes().stream().map(SarifReport::notification).toList());
    return invocation;
  }

  private static Map<String, Object> notification(Note note) {
    return Map.of("level", "note", "message", text(note.toString()));
  }

  private static Map<String, Object> result(Finding finding, String fingerprint) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ruleId", finding.rule());
    result.put("level", "error");
    result.put("message", text(finding.reason() + " " + finding.fix()));
    result.put("locations", List.of(location(finding)));
    result.put("partialFingerprints", Map.of("holdfast/v1", fingerprint));
    return result;
  }

  private static Map<String, Object> location(Finding finding) {
    Map<String, Object> region = new LinkedHashMap<>();
    region.put("startLine", finding.place().line());
    if (finding.place().column() > 0) {
      region.put("startColumn", finding.place().column());
    }
    if (!finding.context().sql().isEmpty()) {
      region.put("snippet", text(finding.context().sql()));
    }
    Map<String, Object> physical = new LinkedHashMap<>();
    physical.put("artifactLocation", artifact(finding.place().file()));
    physical.put("region", region);
    return Map.of("physicalLocation", physical);
  }

  private static Map<String, Object> artifact(String file) {
    try {
      boolean absolute = file.startsWith("/");
      String uri = new URI(absolute ? "file" : null, null, file, null).toASCIIString();
      return absolute ? Map.of("uri", uri) : Map.of("uri", uri, "uriBaseId", "SRCROOT");
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("not a path: " + file, e);
    }
  }

  private static Map<String, Object> text(String text) {
    return Map.of("text", text);
  }
}
