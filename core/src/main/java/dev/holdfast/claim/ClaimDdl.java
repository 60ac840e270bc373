package dev.holdfast.claim;

import dev.holdfast.Identifier;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a table needs in order to be claimed from, as a script for whoever owns it. */
final class ClaimDdl {

  private static final String COLUMNS =
      """
      -- Claims: who works on a row, since when, and how often it was claimed.
      alter table {table}
      {columns};

      -- Finds what is ready or being worked on, in order: some of the latter may be a dead worker's.
      create index if not exists {index}
        on {table} ({indexed})
        where {status} in ({open});

      -- Finds what is ready, however much is being worked on. After the other: of two indexes that
      -- look equally good the planner takes the later one.
      create index if not exists {free index}
        on {table} ({indexed})
        where {status} in ({open}) and {lock} is null;
      """;

  private static final String SEQUENCE =
      """

      -- Finds out whether an earlier row of the same sequence is unfinished.
      create index if not exists {index}
        on {table} ({indexed})
        where {status} <> {done};
      """;

  private static final String WAKE_UP =
      """
      -- Tells workers that listen that there is something to do.
      create or replace function {function}() returns trigger
      language plpgsql as $$ begin perform pg_notify('{channel}', ''); return null; end $$;

      create or replace trigger {trigger}
        after insert on {table}
        for each statement execute function {function}();
      """;

  private ClaimDdl() {}

  static String columns(ClaimTable table) {
    String text =
        COLUMNS
            .replace("{columns}", columnList(table))
            .replace("{index}", name(table, "open"))
            .replace("{free index}", name(table, "claimable"))
            .replace("{lock}", table.lock.id().sql())
            .replace("{indexed}", list(table.indexed()));
    if (!table.selection.sequence().isEmpty()) {
      List<Identifier> indexed =
          Stream.concat(table.selection.sequence().stream(), table.target.key().stream()).toList();
      text +=
          SEQUENCE
              .replace("{index}", name(table, "sequence"))
              .replace("{indexed}", list(indexed))
              .replace("{done}", ClaimSql.literal(table.statuses.done()));
    }
    return text.replace("{table}", table.target.table().sql())
        .replace("{status}", table.target.status().sql())
        .replace("{open}", ClaimSql.openStatuses(table.statuses));
  }

  static String wakeUp(ClaimTable table) {
    return WAKE_UP
        .replace("{function}", name(table, "wake"))
        .replace("{trigger}", name(table, "wake"))
        .replace("{channel}", table.channel())
        .replace("{table}", table.target.table().sql());
  }

  private static String columnList(ClaimTable table) {
    return Stream.of(
            column(table.lock.id(), "uuid"),
            column(table.lock.at(), "timestamptz"),
            column(table.lock.version(), "bigint not null default 0"),
            column(table.extras.attempts(), "integer not null default 0"),
            column(table.extras.dueAt(), "timestamptz not null default now()"),
            column(table.extras.error(), "text"))
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining(",\n"));
  }

  private static String column(
      @org.jspecify.annotations.Nullable Identifier column, String definition) {
    return column == null ? "" : "  add column if not exists " + column.sql() + " " + definition;
  }

  private static String list(List<Identifier> columns) {
    return columns.stream().map(Identifier::sql).collect(Collectors.joining(", "));
  }

  /** A name of our own beside the table's; cut short by a hash where it would be too long. */
  private static String name(ClaimTable table, String what) {
    String name = table.name().substring(table.name().indexOf('.') + 1);
    String bare = name.length() <= 40 ? name : "t" + Integer.toHexString(name.hashCode());
    return Identifier.column(bare + "_" + what).sql();
  }
}
