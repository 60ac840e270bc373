package dev.holdfast.policy.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Findings that were there before: they are known, and only new ones fail. */
public final class Baseline {
  private static final long MAX_BYTES = 64L * 1024 * 1024;
  private static final int MAX_ENTRIES_CODE_POINTS = 64 * 1024 * 1024;

  private final Set<String> fingerprints;

  private Baseline(Set<String> fingerprints) {
    this.fingerprints = Set.copyOf(fingerprints);
  }

  /** Reads what {@link #write} wrote. Fails with a sentence if the file is something else. */
  public static Baseline read(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + " is too large for a baseline");
    }
    // JSON is YAML: the parser that reads policies reads it
    LoadSettings settings =
        LoadSettings.builder().setCodePointLimit(MAX_ENTRIES_CODE_POINTS).build();
    try {
      Object root = new Load(settings).loadFromString(Files.readString(file));
      if (root instanceof Map<?, ?> map && map.get("findings") instanceof List<?> list) {
        Set<String> found = new HashSet<>();
        for (Object entry : list) {
          found.add(fingerprint(file, entry));
        }
        return new Baseline(found);
      }
    } catch (YamlEngineException e) {
      throw new IOException(file + " is not a baseline: " + e.getMessage(), e);
    }
    throw new IOException(file + " is not a baseline: it has no list \"findings\"");
  }

  private static String fingerprint(Path file, Object entry) throws IOException {
    if (entry instanceof Map<?, ?> map && map.get("fingerprint") instanceof String fingerprint) {
      return fingerprint;
    }
    throw new IOException(file + " is not a baseline: a finding has no \"fingerprint\"");
  }

  /** The findings as a baseline: one entry each, in an order that lines do not change. */
  public static String write(CheckResult result) {
    List<String> fingerprints = Fingerprints.of(result.findings());
    List<Map<String, Object>> entries = new ArrayList<>();
    for (int i = 0; i < fingerprints.size(); i++) {
      Finding finding = result.findings().get(i);
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("fingerprint", fingerprints.get(i));
      entry.put("rule", finding.rule());
      entry.put("file", finding.place().file());
      entry.put("where", finding.context().owner());
      entry.put("table", finding.context().table());
      entries.add(entry);
    }
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("version", 1);
    root.put("findings", entries);
    return Json.write(root);
  }

  /** The result without what the baseline has. */
  public CheckResult without(CheckResult result) {
    List<String> of = Fingerprints.of(result.findings());
    List<Finding> left = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      if (!fingerprints.contains(of.get(i))) {
        left.add(result.findings().get(i));
      }
    }
    return result.withFindings(left);
  }

  /** How many entries are about findings that are no more. */
  public int gone(CheckResult result) {
    Set<String> left = new HashSet<>(fingerprints);
    Fingerprints.of(result.findings()).forEach(left::remove);
    return left.size();
  }
}
