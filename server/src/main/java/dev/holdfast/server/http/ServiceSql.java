package dev.holdfast.server.http;

/** Every statement of the endpoints that are not access tokens. */
final class ServiceSql {
  /** No row: never locked, or not for long. */
  static final String TTL =
      """
      select ttl_ms
      from holdfast.resource(?)
      """;

  /** The newest first; the running one has no end. */
  static final String HOLDS =
      """
      select fence, holder, locked_at, locked_until, ended_at, ending, ended_by, reason,
             array(select unnest(array[e.key, e.value]) from jsonb_each_text(attributes) e) as pairs,
             tail_until, tail_kind
      from holdfast.holds(?, ?, ?)
      """;

  /** The pid, when its session began and the signal in one statement; the deed with it. */
  static final String END_BACKEND =
      """
      with ended as materialized (
        select holdfast.end_backend(?, ?, ?) as outcome
      )
      select outcome,
             case when outcome = 'done' then holdfast.record_deed(?, ?, ?, ?) end
      from ended
      """;

  static final String OBSERVED_ORDERS =
      """
      select held, wanted, application, seen, last_seen
      from holdfast.observed_orders()
      """;

  static final String DATABASE =
      """
      select current_database() || ' (PostgreSQL ' || current_setting('server_version') || ')'
      """;

  private ServiceSql() {}
}
