package dev.holdfast.claim;

import dev.holdfast.Identifier;
import dev.holdfast.claim.ClaimTable.Filter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What stands for the names in braces of {@link ClaimSql}, for one table. */
final class ClaimNames {

  private final ClaimTable table;
  private final ColumnTypes types;
  private final Map<String, String> names = new HashMap<>();

  private ClaimNames(ClaimTable table, ColumnTypes types) {
    this.table = table;
    this.types = types;
  }

  static Map<String, String> of(ClaimTable table, ColumnTypes types, int maxAttempts) {
    ClaimNames filling = new ClaimNames(table, types);
    filling.columns();
    filling.statuses();
    filling.keys();
    filling.extras(maxAttempts);
    filling.selection();
    return filling.names;
  }

  private void columns() {
    names.put("table", table.target.table().sql());
    names.put("lock", table.lock.id().sql());
    names.put("lock type", types.of(table.lock.id()));
    names.put("locked at", table.lock.at().sql());
    names.put("clock", types.clock(table.lock.at(), "clock_timestamp()"));
    names.put("version", table.lock.version().sql());
  }

  private void statuses() {
    ClaimStatuses statuses = table.statuses;
    String type = types.of(table.target.status());
    String claimed = statuses.claimed();
    names.put("status", table.target.status().sql());
    names.put("status type", type);
    names.put("open", ClaimSql.openStatuses(statuses));
    names.put("ready", ClaimSql.literal(statuses.ready()));
    names.put("failed", ClaimSql.literal(statuses.failed()));
    names.put("parked", ClaimSql.literal(statuses.parkedOrFailed()));
    names.put(
        "claimed",
        claimed == null
            ? "t." + table.target.status().sql()
            : ClaimSql.literal(claimed) + "::" + type);
  }

  private void keys() {
    List<Identifier> key = table.target.key();
    int size = key.size();
    names.put("t.keys", ClaimSql.list(key, "t."));
    names.put("t.keys as c", ClaimSql.each(size, ", ", i -> "t." + key.get(i) + " as k" + i));
    names.put("t.key = c", ClaimSql.each(size, " and ", i -> "t." + key.get(i) + " = c.k" + i));
    names.put("t.key = u", ClaimSql.each(size, " and ", i -> equal(key.get(i), "u.k" + i)));
    names.put("t.key = ?", ClaimSql.each(size, " and ", i -> equal(key.get(i), "?::text")));
    names.put("key arrays", ClaimSql.each(size, ", ", i -> "?::text[]"));
    names.put("u.keys", ClaimSql.each(size, ", ", i -> "k" + i));
  }

  private String equal(Identifier column, String text) {
    return "t.%s = %s::%s".formatted(column, text, types.of(column));
  }

  private void extras(int maxAttempts) {
    Identifier attempts = table.extras.attempts();
    Identifier due = table.extras.dueAt();
    Identifier error = table.extras.error();
    String version = "coalesce(t." + table.lock.version() + ", 0)";
    names.put("poison", attempts == null ? "false" : "t." + attempts + " >= " + maxAttempts);
    names.put("attempts after", attempts == null ? version : "t." + attempts);
    names.put(
        "count attempt",
        when(
            attempts, "%1$s = t.%1$s + case when c.poison then 0 else 1 end,".formatted(attempts)));
    names.put(
        "and is due",
        when(due, "and t." + due + " <= " + types.clock(due, "statement_timestamp()")));
    names.put(
        "end extras",
        when(attempts, ", %1$s = greatest(t.%1$s - u.refund, 0)".formatted(attempts))
            + when(
                due,
                ", %1$s = case when u.delay is null then t.%1$s else %2$s end"
                    .formatted(
                        due,
                        types.clock(
                            due, "(clock_timestamp() + u.delay * interval '1 millisecond')")))
            + when(error, ", %1$s = coalesce(u.error, t.%1$s)".formatted(error)));
    names.put(
        "reset extras",
        when(attempts, ", " + attempts + " = 0")
            + when(due, ", " + due + " = " + types.clock(due, "clock_timestamp()")));
  }

  private void selection() {
    List<Identifier> sequence = table.selection.sequence();
    Filter filter = table.selection.filter();
    names.put("t.order", ClaimSql.list(table.indexed(), "t."));
    names.put(
        "t.columns",
        table.selection.columns().stream().map(c -> ", t." + c).collect(Collectors.joining()));
    names.put(
        "and selected",
        filter == null
            ? ""
            : "and t."
                + filter.column()
                + " in ("
                + filter.values().stream().map(ClaimSql::literal).collect(Collectors.joining(", "))
                + ")");
    names.put("and first of its sequence", sequence.isEmpty() ? "" : firstOf(sequence));
  }

  private String firstOf(List<Identifier> sequence) {
    List<Identifier> key = table.target.key();
    return """
        and not exists (
          select from %s p
          where %s
            and (%s) < (%s)
            and p.%s <> %s)"""
        .formatted(
            table.target.table(),
            IntStream.range(0, sequence.size())
                .mapToObj(i -> "p.%1$s = t.%1$s".formatted(sequence.get(i)))
                .collect(Collectors.joining(" and ")),
            ClaimSql.list(key, "p."),
            ClaimSql.list(key, "t."),
            table.target.status(),
            ClaimSql.literal(table.statuses.done()));
  }

  private static String when(@Nullable Identifier column, String text) {
    return column == null ? "" : text;
  }
}
