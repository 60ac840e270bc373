package dev.holdfast.server.http;

/** Every statement about access tokens. */
final class AccessTokenSql {
  /** False: there is one of that name. */
  static final String CREATE =
      """
      select holdfast.create_access_token(?, ?, ?, ?, ?)
      """;

  static final String LIST =
      """
      select name, secret_hash, role, prefixes, created_at, expires_at, revoked_at, last_used_at,
             clock_timestamp() as now
      from holdfast.access_tokens()
      """;

  /** False: there is none of that name that still works. */
  static final String REVOKE =
      """
      select holdfast.revoke_access_token(?)
      """;

  static final String MARK_USED =
      """
      select holdfast.mark_access_tokens_used(?)
      """;

  private AccessTokenSql() {}
}
