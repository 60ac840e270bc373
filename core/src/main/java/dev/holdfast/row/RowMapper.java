package dev.holdfast.row;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes a value of the row that a result set stands on. */
@FunctionalInterface
public interface RowMapper<R> {

  R map(ResultSet row) throws SQLException;
}
