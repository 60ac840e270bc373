package dev.holdfast.bench.contender;

import dev.holdfast.bench.measure.Database;
import dev.holdfast.claim.ClaimTable;
import java.sql.SQLException;

/** A table of items to claim, with the columns and the index that Holdfast asks for. */
public final class Items {

  private static final int FULL = 100_000;

  private final Database database;
  private final String table;

  public Items(Database database, String table) throws SQLException {
    this.database = database;
    this.table = table;
    database.execute(
        """
        drop table if exists %1$s;
        create table %1$s (id bigint primary key, status text not null, payload text)
        with (fillfactor = 50)
        """
            .formatted(table));
    database.execute(claims().ddl());
  }

  public ClaimTable claims() {
    return ClaimTable.of(table, "id").withOrder("id").withColumns("payload");
  }

  /** More than a measurement takes. */
  public void fill() throws SQLException {
    database.execute(
        """
        truncate %1$s;
        insert into %1$s (id, status, payload)
        select id, 'ready', 'some payload' from generate_series(1, %2$d) as id;
        analyze %1$s
        """
            .formatted(table, FULL));
  }
}
