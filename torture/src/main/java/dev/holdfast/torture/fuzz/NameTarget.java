package dev.holdfast.torture.fuzz;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.internal.Names;
import dev.holdfast.schema.Schema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Resource names: what the client accepts the database accepts too, and keeps as it is. The
 * database is asked for some hundreds at once.
 */
public final class NameTarget implements Target {

  private static final int BATCH = 500;
  private static final String KEPT =
      """
      select array_agg(n::holdfast.resource_name::text order by no)
      from unnest(?) with ordinality as a (n, no)
      """;

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final Connection connection;
  private final List<String> accepted = new ArrayList<>();

  public NameTarget() throws SQLException {
    Schema.of(database.dataSource()).apply();
    this.connection = database.dataSource().getConnection();
  }

  @Override
  public List<String> seeds() {
    return List.of("invoice/7", "a", "Großkunde: 4711 (EU)", "x".repeat(510), "日本/東京", " spaces ");
  }

  @Override
  public void feed(String input) throws SQLException {
    String complaint = Names.complaintOnResource(input);
    if (complaint != null) {
      if (complaint.isBlank()) {
        throw new SilenceException("refused without a word");
      }
      return;
    }
    accepted.add(input);
    if (accepted.size() == BATCH) {
      ask();
    }
  }

  /** Asks for those that are left, too. */
  public void ask() throws SQLException {
    if (accepted.isEmpty()) {
      return;
    }
    String[] names = accepted.toArray(String[]::new);
    accepted.clear();
    try (PreparedStatement query = connection.prepareStatement(KEPT)) {
      query.setArray(1, connection.createArrayOf("text", names));
      try (ResultSet row = query.executeQuery()) {
        row.next();
        String[] kept = (String[]) row.getArray(1).getArray();
        int different = Arrays.mismatch(names, kept);
        if (different >= 0) {
          throw new SilenceException("kept as another name: " + Fuzzer.quoted(names[different]));
        }
      }
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // the database goes anyway
    }
    database.close();
  }
}
