package dev.holdfast.policy.file;

import dev.holdfast.policy.About;
import dev.holdfast.policy.PolicyOperation;
import dev.holdfast.policy.PolicyOperation.Code;
import dev.holdfast.policy.TableUse;
import dev.holdfast.policy.file.YamlMapping.Entry;
import java.util.List;

/** Reads operations. Where the policy says TBD, nothing is known, and the lint says so. */
final class OperationReader {
  private OperationReader() {}

  static PolicyOperation operation(Entry entry) {
    YamlMapping body =
        entry.value().mapping().allow("cluster", "tables", "entry-points", "helpers", "note");
    List<TableUse> tables =
        body.get("tables")
            .filter(value -> !value.isOpen())
            .map(OperationReader::uses)
            .orElse(List.of());
    Code code = new Code(body.texts("entry-points"), body.texts("helpers"));
    About about = new About("", body.text("note"), entry.at());
    String cluster =
        body.get("cluster").filter(value -> !value.isOpen()).flatMap(YamlValue::text).orElse(null);
    String name = entry.key().isBlank() ? "?" : entry.key();
    return new PolicyOperation(name, cluster, tables, code, about);
  }

  private static List<TableUse> uses(YamlValue tables) {
    return tables.list().stream()
        .flatMap(value -> Names.table(value).map(name -> new TableUse(name, value.at())).stream())
        .toList();
  }
}
