package dev.holdfast.torture.mutant;

/** What the workload asks the database. */
final class MutantSql {

  static final String TABLE =
      """
      create table written (
        id bigint generated always as identity primary key,
        resource text not null, fence bigint not null, value bigint not null)
      """;

  /** Rows go as soon as they idle: so that pruning meets grants all the time. */
  static final String CONFIGURE =
      """
      select holdfast.configure(p_idle_retention => interval '1 millisecond')
      """;

  static final String DEFINITION =
      """
      select pg_get_functiondef(p.oid)
      from pg_proc p
      where p.pronamespace = 'holdfast'::regnamespace and p.proname = ?
      """;

  static final String ACQUIRE =
      """
      select outcome, fence
      from holdfast.acquire_leases(
        0, ?, false, array[?], array[sha256(uuid_send(?))], array[?]::bigint[], array[?],
        array[null]::text[], null, false)
      """;

  static final String RENEW =
      """
      select outcome
      from holdfast.renew_leases(
        0, array[?], array[?]::bigint[], array[?]::uuid[], array[?]::bigint[], array[true])
      """;

  static final String RELEASE =
      """
      select outcome
      from holdfast.release_leases(0, false, array[?], array[?]::bigint[], array[?]::uuid[])
      """;

  static final String PASS =
      """
      select part, outcome, fence
      from holdfast.pass_leases(
        0, ?, array[?], array[?]::bigint[], array[?]::uuid[], array[sha256(uuid_send(?))],
        array[?]::bigint[], array[?], array[null]::text[], null, false)
      """;

  static final String SUCCEED =
      """
      select outcome, fence
      from holdfast.succeed_leases(
        0, ?, array[?], array[?]::bigint[], array[?]::uuid[], array[?]::bigint[],
        array[?]::integer[], array[sha256(uuid_send(?))], array[?]::bigint[], array[?],
        array[?]::bigint[], false, array[1], ?, ?, ?, ?)
      """;

  static final String GUARD =
      """
      select holdfast.guard(?, ?, ?)
      """;

  static final String WRITE =
      """
      insert into written (resource, fence, value) values (?, ?, ?)
      """;

  static final String PRUNE =
      """
      select pruned from holdfast.maintain(0, 1000)
      """;

  static final String WRITTEN =
      """
      select resource, fence, value from written order by id
      """;

  private MutantSql() {}
}
