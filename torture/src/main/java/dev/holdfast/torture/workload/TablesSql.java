package dev.holdfast.torture.workload;

/** The tables of the workload. */
final class TablesSql {

  static final int RESOURCES = 4;
  static final int ROWS = 4;

  /** The writes of each resource in the order of their commits: each takes its register row. */
  static final String CREATE =
      """
      create table register (resource text primary key, writes bigint not null default 0);
      create table journal (
        resource text not null, no bigint not null, fence bigint not null, value bigint not null,
        primary key (resource, no));
      create table versioned (
        id bigint primary key, n bigint not null default 0, row_version bigint not null default 1);
      create table counted (id bigint primary key, n bigint not null default 0);
      create table item (id bigint primary key, status text not null default 'ready');
      create table effect (item bigint not null, version bigint not null);
      insert into register select 'r/' || i from generate_series(1, %1$d) i;
      insert into versioned select i from generate_series(1, %2$d) i;
      insert into counted select i from generate_series(1, %2$d) i;
      """
          .formatted(RESOURCES, ROWS);

  static final String NEXT_NO =
      """
      update register
      set writes = writes + 1
      where resource = ?
      returning writes
      """;

  static final String WRITE =
      """
      insert into journal (resource, no, fence, value)
      values (?, ?, ?, ?)
      """;

  static final String COUNT =
      """
      update counted
      set n = n + 1
      where id = ?
      returning n
      """;

  static final String COUNTED =
      """
      update counted
      set n = ?
      where id = ?
      """;

  static final String EFFECT = "insert into effect (item, version) values (?, ?)";

  static final String NEW_ITEM = "insert into item (id) values (?)";

  /** Names the timeline at once after a promotion, which the control file does not. */
  static final String EPOCH =
      "select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int";

  /** Each resource, also one that nobody wrote to. */
  static final String JOURNAL =
      """
      select r.resource, coalesce(j.fence, 0), coalesce(j.value, 0)
      from register r left join journal j on j.resource = r.resource
      order by r.resource, j.no
      """;

  /** What was done twice. */
  static final String TWICE =
      "select item from effect group by item having count(*) > 1 order by item";

  static final String ITEMS =
      """
      select 'item/' || i.id, coalesce(e.version, 0), coalesce(e.item, 0)
      from item i left join effect e on e.item = i.id
      """;

  static final String PENDING =
      """
      select (select count(*) from item where status <> 'done')
           + (select count(*) from holdfast.event where status <> 'completed')
      """;

  static final String UNDER_WAY =
      """
      select (select count(*) from item where status = 'processing')
           + (select count(*) from holdfast.event where status = 'processing')
      """;

  static final String VERSIONS = "select 'v/' || id, 0, n from versioned";

  static final String COUNTS = "select 'n/' || id, 0, n from counted";

  private TablesSql() {}
}
