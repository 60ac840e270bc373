package dev.holdfast.policy.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Findings as JSON, for programs. */
public final class JsonReport {
  private JsonReport() {}

  public static String write(CheckResult result) {
    List<String> fingerprints = Fingerprints.of(result.findings());
    List<Map<String, Object>> findings = new ArrayList<>();
    for (int i = 0; i < fingerprints.size(); i++) {
      findings.add(finding(result.findings().get(i), fingerprints.get(i)));
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("version", 1);
    report.put("findings", findings);
    report.put("notes", result.notes().stream().map(Object::toString).toList());
    report.put("files", result.counts().files());
    report.put("statements", result.counts().texts());
    report.put("allowed", result.counts().allowed());
    return Json.write(report);
  }

  private static Map<String, Object> finding(Finding finding, String fingerprint) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("file", finding.place().file());
    fields.put("line", finding.place().line());
    fields.put("column", Math.max(1, finding.place().column()));
    fields.put("rule", finding.rule());
    fields.put("reason", finding.reason());
    fields.put("fix", finding.fix());
    fields.put("where", finding.context().owner());
    fields.put("table", finding.context().table());
    fields.put("sql", finding.context().sql());
    fields.put("fingerprint", fingerprint);
    return fields;
  }
}
