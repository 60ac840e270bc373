package dev.holdfast.server.http;

import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where secrets travel: the access token in {@code Authorization: Bearer}, or in {@code
 * Holdfast-Access} where Authorization has the lease's token ({@code Authorization: Holdfast});
 * else the lease's token is in {@code Lease-Token}.
 */
final class Credentials {
  private Credentials() {}

  static @Nullable String access(HttpServerRequest request) {
    String bearer = scheme(request.getHeader("authorization"), "bearer ");
    String beside = request.getHeader("holdfast-access");
    if (bearer != null || beside == null) {
      return bearer;
    }
    String inside = scheme(beside, "bearer ");
    return inside == null ? beside : inside;
  }

  static @Nullable String lease(HttpServerRequest request) {
    String token = scheme(request.getHeader("authorization"), "holdfast ");
    return token == null ? request.getHeader("lease-token") : token;
  }

  private static @Nullable String scheme(@Nullable String header, String scheme) {
    boolean is = header != null && header.toLowerCase(Locale.ROOT).startsWith(scheme);
    return is && header != null ? header.substring(scheme.length()).strip() : null;
  }
}
