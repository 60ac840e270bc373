package dev.holdfast.server.http;

import dev.holdfast.InvalidRequestException;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The access tokens in the database. The role has to be holdfast_admin, or own the schema. */
public final class AccessTokens {
  /** A token and the hash of its secret, hexadecimal. */
  record Stored(AccessToken token, String hash) {}

  private final DataSource source;

  public AccessTokens(DataSource source) {
    this.source = source;
  }

  /**
   * A new one; its secret is told once, here.
   *
   * @param expiresAt null: never
   * @throws InvalidRequestException if there is one of that name, or the name can't be
   */
  public Secret create(Caller caller, @Nullable Instant expiresAt) {
    if (!caller.name().matches("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")) {
      throw new InvalidRequestException(
          "the name of an access token has 1 to 64 letters, digits and . _ @ -");
    }
    Secret secret = Secret.random();
    boolean created =
        Query.run(
                source,
                "creating an access token",
                AccessTokenSql.CREATE,
                row -> row.getBoolean(1),
                caller.name(),
                secret.hash(),
                caller.role().name().toLowerCase(Locale.ROOT),
                caller.prefixes().toArray(String[]::new),
                expiresAt == null ? null : expiresAt.atOffset(ZoneOffset.UTC))
            .get(0);
    if (!created) {
      throw new InvalidRequestException(
          "there is an access token named " + caller.name() + " already (maybe a revoked one)");
    }
    return secret;
  }

  /** All of them, by name. */
  public List<AccessToken> list() {
    return stored().stream().map(Stored::token).toList();
  }

  /** Every service forgets it within ten seconds; false: there was none that still worked. */
  public boolean revoke(String name) {
    return Query.run(
            source,
            "revoking an access token",
            AccessTokenSql.REVOKE,
            row -> row.getBoolean(1),
            name)
        .get(0);
  }

  List<Stored> stored() {
    return Query.run(
        source, "reading the access tokens", AccessTokenSql.LIST, AccessTokens::stored);
  }

  void markUsed(Collection<String> names) {
    Query.run(
        source,
        "noting the use of access tokens",
        AccessTokenSql.MARK_USED,
        row -> true,
        (Object) names.toArray(String[]::new));
  }

  private static Stored stored(ResultSet row) throws SQLException {
    Array prefixes = row.getArray("prefixes");
    Caller caller =
        new Caller(
            row.getString("name"),
            Role.valueOf(row.getString("role").toUpperCase(Locale.ROOT)),
            List.of((String[]) prefixes.getArray()));
    Instant expires = instant(row.getTimestamp("expires_at"));
    Instant revoked = instant(row.getTimestamp("revoked_at"));
    boolean works =
        revoked == null
            && (expires == null || expires.isAfter(row.getTimestamp("now").toInstant()));
    AccessToken.Times times =
        new AccessToken.Times(
            row.getTimestamp("created_at").toInstant(),
            expires,
            revoked,
            instant(row.getTimestamp("last_used_at")));
    return new Stored(
        new AccessToken(caller, works, times),
        HexFormat.of().formatHex(row.getBytes("secret_hash")));
  }

  private static @Nullable Instant instant(@Nullable Timestamp at) {
    return at == null ? null : at.toInstant();
  }
}
