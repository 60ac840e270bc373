package dev.holdfast.version;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.internal.Names;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGobject;

/**
 * Values as texts. They are sent without a type, so that PostgreSQL reads each as the type of its
 * column: jsonb, uuid, enum, domain or array alike, with no look into the catalog.
 */
final class Values {

  private Values() {}

  /** The text that PostgreSQL reads back as the value; null for null. */
  static @Nullable String text(String column, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    String text = plain(column, value);
    if (text != null && !(value instanceof Number)) {
      InvalidRequestException.throwIf(Names.complaintOnText("the value of " + column, text));
    }
    return text;
  }

  static void bind(PreparedStatement statement, int index, @Nullable String text)
      throws SQLException {
    if (text == null) {
      statement.setNull(index, Types.OTHER);
    } else {
      statement.setObject(index, text, Types.OTHER);
    }
  }

  private static @Nullable String plain(String column, Object value) {
    if (value instanceof String || value instanceof Character || value instanceof Boolean) {
      return value.toString();
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    if (value instanceof Number || value instanceof UUID) {
      return value.toString();
    }
    if (value instanceof Enum<?> constant) {
      return constant.name();
    }
    if (value instanceof byte[] bytes) {
      return "\\x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof PGobject object) {
      return object.getValue();
    }
    return time(column, value);
  }

  private static String time(String column, Object value) {
    if (value instanceof ZonedDateTime zoned) {
      return zoned.toOffsetDateTime().toString();
    }
    if (value instanceof Temporal || value instanceof TemporalAmount) {
      return value.toString();
    }
    if (value instanceof java.sql.Date || value instanceof java.sql.Time) {
      return value.toString();
    }
    if (value instanceof java.util.Date date) {
      return date.toInstant().toString();
    }
    return array(column, value);
  }

  /** An array's literal, every element quoted. */
  private static String array(String column, Object value) {
    Collection<?> elements;
    if (value instanceof Collection<?> collection) {
      elements = collection;
    } else if (value instanceof Object[] array) {
      elements = Arrays.asList(array);
    } else {
      throw new InvalidRequestException(
          "the value of %s is a %s, which is not known here: give its text as PostgreSQL reads it"
              .formatted(column, value.getClass().getName()));
    }
    StringBuilder literal = new StringBuilder("{");
    for (Object element : elements) {
      literal.append(literal.length() == 1 ? "" : ",").append(element(column, element));
    }
    return literal.append('}').toString();
  }

  private static String element(String column, @Nullable Object element) {
    String text = element == null ? null : plain(column, element);
    if (text == null) {
      return "null";
    }
    return element instanceof Collection<?> || element instanceof Object[]
        ? text
        : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** A key as texts: one value, or a list of as many as the key has columns. */
  static List<String> key(TableShape shape, Object key) {
    List<?> values = shape.keys().size() == 1 ? List.of(key) : parts(shape, key);
    List<String> texts = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      String text = text(shape.keys().get(i).name(), values.get(i));
      if (text == null) {
        throw new InvalidRequestException("a key of " + shape.table().name() + " can't be null");
      }
      texts.add(text);
    }
    return texts;
  }

  private static List<?> parts(TableShape shape, Object key) {
    if (key instanceof List<?> list && list.size() == shape.keys().size()) {
      return list;
    }
    throw new InvalidRequestException(
        "the key of %s has %d columns %s: give a List with a value for each"
            .formatted(shape.table().name(), shape.keys().size(), shape.keys()));
  }

  /** A key for messages. */
  static String shown(List<String> key) {
    return key.size() == 1 ? key.get(0) : "(" + String.join(", ", key) + ")";
  }
}
