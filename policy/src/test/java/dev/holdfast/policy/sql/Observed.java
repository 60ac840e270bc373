package dev.holdfast.policy.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a transaction has locked, seen from another: whole tables in {@code pg_locks}; rows by
 * asking for each in each mode, for the modes that are refused tell the one that is held; new
 * unique values by comparing what both see.
 */
final class Observed {

  private static final List<LockMode> PROBES =
      List.of(LockMode.KEY_SHARE, LockMode.SHARE, LockMode.NO_KEY_UPDATE, LockMode.UPDATE);

  private final Connection observed;
  private final Connection observer;
  private final Map<String, Set<LockMode>> tables = new TreeMap<>();
  private final Map<String, String> roots = new LinkedHashMap<>();
  private final Set<String> rows = new TreeSet<>();
  private final Set<String> unique = new TreeSet<>();

  private Observed(Connection observed, Connection observer) {
    this.observed = observed;
    this.observer = observer;
  }

  static Observed of(Connection observed, Connection observer) throws SQLException {
    Observed result = new Observed(observed, observer);
    String pid = strings(observed, "select pg_backend_pid()").get(0);
    result.tables(pid);
    String xid = strings(observed, "select pg_current_xact_id_if_assigned()").get(0);
    for (Map.Entry<String, Set<LockMode>> table : result.tables.entrySet()) {
      if (result.hasRows(table.getValue())) {
        result.rows(table.getKey());
        if (table.getValue().contains(LockMode.TABLE_ROW_EXCLUSIVE)) {
          result.unique(table.getKey(), xid);
        }
      }
    }
    return result;
  }

  /** The modes on each table, views and partitions among them. */
  Map<String, Set<LockMode>> tables() {
    return tables;
  }

  /** The root of each partition. */
  Map<String, String> roots() {
    return roots;
  }

  /** {@code table MODE}. */
  Set<String> rows() {
    return rows;
  }

  /** {@code table UNIQUE_VALUE index}. */
  Set<String> unique() {
    return unique;
  }

  private void tables(String pid) throws SQLException {
    String sql =
        """
        select l.relation::regclass::text, l.mode,
          coalesce(nullif(pg_partition_root(l.relation)::oid, l.relation)::regclass::text, '')
        from pg_locks l
        join pg_class c on c.oid = l.relation
        join pg_namespace n on n.oid = c.relnamespace
        where l.locktype = 'relation' and l.granted and c.relkind in ('r', 'p', 'm', 'v')
          and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
          and (c.relkind <> 'v' or l.mode not in ('RowShareLock', 'RowExclusiveLock'))
          and l.pid = %s
        """;
    try (Statement statement = observer.createStatement();
        ResultSet result = statement.executeQuery(sql.formatted(pid))) {
      while (result.next()) {
        String table = result.getString(1);
        tables.computeIfAbsent(table, t -> new TreeSet<>()).add(mode(result.getString(2)));
        if (!result.getString(3).isEmpty()) {
          roots.put(table, result.getString(3));
        }
      }
    }
  }

  private static LockMode mode(String name) {
    String words = name.replaceFirst("Lock$", "").replaceAll("(?<=[a-z])(?=[A-Z])", "_");
    return LockMode.valueOf("TABLE_" + words.toUpperCase(Locale.ROOT));
  }

  private boolean hasRows(Set<LockMode> modes) {
    return (modes.contains(LockMode.TABLE_ROW_SHARE)
            || modes.contains(LockMode.TABLE_ROW_EXCLUSIVE))
        && modes.stream().noneMatch(m -> m.compareTo(LockMode.TABLE_EXCLUSIVE) >= 0);
  }

  private void rows(String table) throws SQLException {
    String kind =
        strings(observer, "select relkind from pg_class where oid = '" + table + "'::regclass")
            .get(0);
    if (!kind.equals("r")) {
      return;
    }
    Map<String, Set<String>> free = new LinkedHashMap<>();
    strings(observer, "select ctid from only " + table)
        .forEach(row -> free.put(row, new HashSet<>()));
    for (String answer : strings(observer, probe(table))) {
      String[] rowAndMode = answer.split(" ", 2);
      Objects.requireNonNull(free.get(rowAndMode[0])).add(rowAndMode[1]);
    }
    for (Set<String> modes : free.values()) {
      int refused = PROBES.size() - modes.size();
      if (refused > 0) {
        rows.add(roots.getOrDefault(table, table) + " " + PROBES.get(refused - 1));
      }
    }
  }

  /** Asks for all rows in all modes, in one statement that leaves no lock behind. */
  private static String probe(String table) {
    return PROBES.stream()
        .map(
            mode ->
                "select ctid || ' %s' from (select ctid from only %s %s skip locked) x"
                    .formatted(mode, table, mode.sql()))
        .collect(Collectors.joining(" union all "));
  }

  private void unique(String table, String xid) throws SQLException {
    if (xid == null) {
      return;
    }
    String sql =
        """
        select coalesce(pg_partition_root(i.indexrelid), i.indexrelid::regclass)::text,
          (select string_agg(pg_get_indexdef(i.indexrelid, k, true), ', ')
           from generate_series(1, i.indnkeyatts) k),
          coalesce(pg_get_expr(i.indpred, i.indrelid), 'true')
        from pg_index i
        where (i.indisunique or i.indisexclusion) and i.indrelid = '%s'::regclass
        """;
    try (Statement statement = observer.createStatement();
        ResultSet result = statement.executeQuery(sql.formatted(table))) {
      while (result.next()) {
        String values =
            "select row(%s) from only %s where num_nulls(%s) = 0 and %s"
                .formatted(result.getString(2), table, result.getString(2), result.getString(3));
        List<String> mine = strings(observed, values + " and xmin::text::bigint >= " + xid);
        mine.removeAll(strings(observer, values));
        if (!mine.isEmpty()) {
          String index = result.getString(1).replaceFirst(".*\\.", "");
          unique.add(roots.getOrDefault(table, table) + " UNIQUE_VALUE " + index);
        }
      }
    }
  }

  static List<String> strings(Connection connection, String sql) throws SQLException {
    List<String> strings = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        strings.add(result.getString(1));
      }
    }
    return strings;
  }
}
