package dev.holdfast.examples.evalium.locks;

import dev.holdfast.examples.evalium.db.Sql;
import java.sql.SQLException;

/** The lock helpers of cluster D: for admin flows, and never with another cluster. */
public final class IdentityLocks {

  private IdentityLocks() {}

  /** A role, then a user; false: one of them is not there. */
  public static boolean lockRoleAndUser(Sql sql, long role, long user) throws SQLException {
    boolean roleThere = !sql.numbers("select id from roles where id = ? for share", role).isEmpty();
    return !sql.numbers("select id from users where id = ? for update", user).isEmpty()
        && roleThere;
  }

  /** A user who is about to be forgotten. */
  public static boolean lockUser(Sql sql, long user) throws SQLException {
    return !sql.numbers("select id from users where id = ? for update", user).isEmpty();
  }
}
