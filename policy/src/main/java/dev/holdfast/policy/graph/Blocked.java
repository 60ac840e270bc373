package dev.holdfast.policy.graph;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Looks on, from a connection of its own, until a transaction of a replay waits. */
final class Blocked {

  private static final String BLOCKED = "select cardinality(pg_blocking_pids(?)) > 0";
  private static final int LOOKS = 250;
  private static final long BETWEEN_MILLIS = 20;

  private final Connection connection;

  Blocked(Connection connection) {
    this.connection = connection;
  }

  /** Returns as soon as it waits or its statement is over; after some seconds in any case. */
  void await(ReplayParty party) throws SQLException, InterruptedException {
    for (int i = 0; i < LOOKS; i++) {
      if (party.isOver(BETWEEN_MILLIS) || isBlocked(party.pid())) {
        return;
      }
    }
  }

  private boolean isBlocked(int pid) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(BLOCKED)) {
      statement.setInt(1, pid);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
