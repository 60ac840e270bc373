package dev.holdfast.examples.evalium.users;

import dev.holdfast.examples.evalium.db.Work;
import dev.holdfast.examples.evalium.locks.IdentityLocks;
import org.springframework.stereotype.Service;

@Service
public class UserService {

  private final Work work;

  public UserService(Work work) {
    this.work = work;
  }

  /** An admin flow; false: there is no such user or role. */
  public boolean setUserRole(long user, long role) {
    return work.admin(
        "SetUserRole",
        sql -> {
          if (!IdentityLocks.lockRoleAndUser(sql, role, user)) {
            return false;
          }
          sql.update("update users set role_id = ? where id = ?", role, user);
          sql.update(
              "insert into audit_logs (what) values (?)", "user " + user + " has role " + role);
          return true;
        });
  }
}
