package dev.holdfast.version;

/**
 * Every statement about versions. The placeholders {@code %s} are names of the user's table and
 * columns, checked and quoted, and lists made of them; values are always parameters. The row is
 * {@code t} in each.
 */
final class VersionSql {

  /**
   * Around a statement in somebody's transaction: the lock timeout is the shorter of theirs and
   * ours, and theirs again afterwards. One row always; its version is null where the inner
   * statement had no row. The left join has to run {@code bound} first and {@code changed} before
   * it can set the timeout back. If the statement fails, the rollback sets it back.
   */
  static final String BOUNDED =
      """
      with bound as materialized (
        select before,
               set_config(
                 'lock_timeout',
                 case
                   when before <> '0' and before::interval < ms * interval '1 ms' then before
                   else ms::text
                 end,
                 true)
        from (select current_setting('lock_timeout') as before, ?::integer as ms) as given
      ),
      changed as (
        %s
      )
      select changed.version, set_config('lock_timeout', bound.before, true)
      from bound
      left join changed on true
      """;

  /**
   * By itself, or within {@link #BOUNDED}. No row: it is missing, has another version now, or a
   * trigger or policy kept it as it was. The statement can't tell, not even by a subquery: its
   * snapshot may be older than the change that it waited for.
   */
  static final String UPDATE =
      """
      update %s as t
      set %s
      where %s
        and t.%s = ?
      returning t.%s as version
      """;

  /**
   * The new version of an update by itself, on a connection of our own, where the transaction ends
   * with the statement and the lock timeout with it. What a row is set to is computed when the row
   * was found and before it is locked: so the timeout is set at no other row, and in force when
   * this one turns out to be locked.
   */
  static final String BOUNDED_NEXT =
      """
      case when set_config('lock_timeout', ?, true) is not null then %s end""";

  static final String DELETE_BOUNDED =
      """
      delete from %s as t
      where %s
        and t.%s = ?
      returning t.%s as version
      """;

  /** No row: there is one with this key. It waits for an uncommitted one. */
  static final String INSERT_BOUNDED =
      """
      insert into %s as t (%s)
      values (%s)
      on conflict (%s) do nothing
      returning t.%s as version
      """;

  /** No row: it is missing. */
  static final String READ =
      """
      select t.%s
      from %s as t
      where %s
      """;

  /** No row: it is missing. */
  static final String FIND =
      """
      select t.*
      from %s as t
      where %s
      """;

  /** The types that texts are turned into, and whether a time is kept to the microsecond. */
  static final String COLUMNS =
      """
      select a.attname, format_type(a.atttypid, -1), format_type(a.atttypid, a.atttypmod)
      from pg_attribute as a
      where a.attrelid = to_regclass(?)
        and a.attnum > 0
        and not a.attisdropped
      """;

  /**
   * Many rows, each with its own key, expected version and values. All are locked first, in the
   * order of their keys, so that two batches never deadlock; {@code locked} then has the versions
   * that are current, since a row is read again once its lock was waited for. Only then are those
   * written whose version is the expected one: all of these, or with the flag only if all are.
   *
   * <p>The timeout is set back in the list of the outermost select: what is volatile there is
   * computed after the sort, so when everything else is done.
   */
  static final String UPDATE_ALL =
      """
      with bound as materialized (
        select before,
               set_config(
                 'lock_timeout',
                 case
                   when before <> '0' and before::interval < ms * interval '1 ms' then before
                   else ms::text
                 end,
                 true)
        from (select current_setting('lock_timeout') as before, ?::integer as ms) as given
      ),
      wanted as materialized (
        select w.no, %s
        from unnest(%s) with ordinality as w (%s, no)
      ),
      locked as materialized (
        select w.no, t.%s as version
        from bound
        cross join wanted as w
        join %s as t on %s
        order by %s
        for no key update of t
      ),
      changed as (
        update %s as t
        set %s
        from wanted as w
        join locked as l on l.no = w.no and l.version = w.expected
        where %s
          and (not ?
            or not exists (
              select from wanted as a
              left join locked as b on b.no = a.no
              where b.version is distinct from a.expected))
        returning w.no, t.%s as version
      )
      select w.no,
             l.no is not null,
             l.version,
             c.version,
             set_config('lock_timeout', bound.before, true)
      from bound
      cross join wanted as w
      left join locked as l on l.no = w.no
      left join changed as c on c.no = w.no
      order by w.no
      """;

  private VersionSql() {}
}
