package dev.holdfast.policy;

import org.jspecify.annotations.Nullable;

/**
 * On whose behalf a transaction locks.
 *
 * @param operation the operation that was declared; null where none was
 * @param admin whether it is an admin flow
 */
public record Actor(@Nullable String operation, boolean admin) {

  private static final Actor UNDECLARED = new Actor(null, false);

  /** No operation declared, no admin flow. */
  public static Actor undeclared() {
    return UNDECLARED;
  }

  public static Actor of(String operation) {
    return new Actor(operation, false);
  }

  public Actor asAdmin() {
    return new Actor(operation, true);
  }
}
