package dev.holdfast.policy.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The catalog as text: its sections as lists of small maps, in YAML. */
final class CatalogText {

  private static final int FORMAT = 1;
  private static final int LARGEST = 50_000_000;

  private CatalogText() {}

  static String write(Map<String, List<CatalogRow>> sections) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("holdfast_catalog", FORMAT);
    for (String name : CatalogSql.sections().keySet()) {
      List<CatalogRow> rows = sections.getOrDefault(name, List.of());
      document.put(name, rows.stream().map(CatalogRow::values).toList());
    }
    DumpSettings settings =
        DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).setWidth(100).build();
    return new Dump(settings).dumpToString(document);
  }

  static Map<String, List<CatalogRow>> read(String text) {
    Object document = load(text);
    if (!(document instanceof Map<?, ?> map)
        || !Integer.valueOf(FORMAT).equals(map.get("holdfast_catalog"))) {
      throw new IllegalArgumentException(
          "This is no catalog snapshot of format "
              + FORMAT
              + ": write one with Catalog.read(connection).toText().");
    }
    Map<String, List<CatalogRow>> sections = new LinkedHashMap<>();
    for (String name : CatalogSql.sections().keySet()) {
      sections.put(name, rows(map.get(name)));
    }
    return sections;
  }

  private static Object load(String text) {
    try {
      LoadSettings settings =
          LoadSettings.builder()
              .setLabel("catalog")
              .setCodePointLimit(LARGEST)
              .setBufferSize(text.length() + 1) // a character in two halves at its edge fails
              .build();
      return new Load(settings).loadFromString(text);
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException(
          "The catalog snapshot can't be read: " + e.getMessage(), e);
    }
  }

  private static List<CatalogRow> rows(@Nullable Object section) {
    List<CatalogRow> rows = new ArrayList<>();
    if (section instanceof List<?> list) {
      for (Object row : list) {
        Map<String, Object> values = new LinkedHashMap<>();
        if (row instanceof Map<?, ?> map) {
          map.forEach((key, value) -> values.put(String.valueOf(key), value));
        }
        rows.add(new CatalogRow(values));
      }
    }
    return rows;
  }
}
