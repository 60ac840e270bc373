package dev.holdfast.claim;

import java.sql.Connection;
import java.sql.SQLException;

/** The guard of a claim: worker's lease and row, in one round trip. */
final class ClaimGuard {

  private static final String NOT_CURRENT = "HF001";

  private ClaimGuard() {}

  static void take(ClaimStore store, Connection connection, Claim claim) throws SQLException {
    boolean ours;
    try {
      ours = store.guard(connection, claim);
    } catch (SQLException e) {
      if (NOT_CURRENT.equals(e.getSQLState())) {
        throw claim.lost("the lease of its worker is over", e);
      }
      throw e;
    }
    if (!ours) {
      throw claim.lost("the row is under another lock, or none", null);
    }
  }
}
