package dev.holdfast.policy;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that has a name: which cluster it works in and which of its tables it locks.
 *
 * @param cluster null as long as the policy does not say
 * @param tables in the order in which they are locked; empty as long as the policy does not say
 */
public record PolicyOperation(
    String name, @Nullable String cluster, List<TableUse> tables, Code code, About about) {

  /**
   * Where an operation is found in the sources.
   *
   * @param entryPoints methods that begin it: {@code com.example.Orders.place}
   * @param helpers lock helpers that it calls
   */
  public record Code(List<String> entryPoints, List<String> helpers) {

    public static final Code UNKNOWN = new Code(List.of(), List.of());

    public Code {
      entryPoints = List.copyOf(entryPoints);
      helpers = List.copyOf(helpers);
    }
  }

  public PolicyOperation {
    if (name.isBlank()) {
      throw new IllegalArgumentException("an operation has a name");
    }
    tables = List.copyOf(tables);
  }

  /** An operation that locks these tables, in this order. */
  public static PolicyOperation of(String name, String cluster, String... tables) {
    List<TableUse> uses =
        Arrays.stream(tables).map(t -> new TableUse(TableName.of(t), Position.NONE)).toList();
    return new PolicyOperation(name, cluster, uses, Code.UNKNOWN, About.NOTHING);
  }

  public PolicyOperation withCode(Code newCode) {
    return new PolicyOperation(name, cluster, tables, newCode, about);
  }

  /** Whether the policy says both where it works and what it locks. */
  public boolean isComplete() {
    return cluster != null && !tables.isEmpty();
  }

  public List<TableName> tableNames() {
    return tables.stream().map(TableUse::table).toList();
  }
}
