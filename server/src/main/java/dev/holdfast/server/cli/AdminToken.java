package dev.holdfast.server.cli;

import dev.holdfast.server.http.Secret;
import java.util.Map;

/**
 * The administrator's access token of one start.
 *
 * @param shown whether to print it, once: one that was made here, where nobody else can connect
 */
record AdminToken(Secret secret, boolean shown) {
  private static final String VARIABLE = "HOLDFAST_ADMIN_TOKEN";

  static AdminToken of(Map<String, String> env, boolean loopback) {
    String given = env.getOrDefault(VARIABLE, "");
    if (given.isEmpty()) {
      return new AdminToken(Secret.random(), loopback);
    }
    try {
      return new AdminToken(Secret.of(given), false);
    } catch (IllegalArgumentException e) {
      throw new UsageException(VARIABLE + ": " + e.getMessage());
    }
  }
}
