package dev.holdfast.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;

/** Has the server parse every statement of a class of statements. */
public final class Prepared {

  private Prepared() {}

  /** Every String constant of the class that is a query. */
  public static void all(Class<?> statements, DataSource dataSource)
      throws SQLException, IllegalAccessException {
    List<String> names = new ArrayList<>();
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      for (Field field : statements.getDeclaredFields()) {
        field.setAccessible(true);
        if (field.getType() == String.class && field.get(null) instanceof String sql) {
          for (String part : sql.split(";", -1)) {
            if (part.strip().toLowerCase(Locale.ROOT).startsWith("select")) {
              statement.execute("prepare p" + names.size() + " as " + numbered(part));
              names.add(field.getName());
            }
          }
        }
      }
    }
    assertThat(names).isNotEmpty();
  }

  private static String numbered(String sql) {
    StringBuilder text = new StringBuilder();
    int no = 0;
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      text.append(c == '?' ? "$" + ++no : String.valueOf(c));
    }
    return text.toString();
  }
}
