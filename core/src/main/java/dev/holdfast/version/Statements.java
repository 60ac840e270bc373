package dev.holdfast.version;

import dev.holdfast.Identifier;
import dev.holdfast.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statements of one table, made once for each set of columns: the driver recognises a text that
 * it has prepared before, and making one costs more than looking it up.
 */
final class Statements {

  /** Who assigns ever new sets of columns does not fill the memory: those are made each time. */
  private static final int MOST_KEPT = 256;

  private final TableShape shape;
  private final Columns columns;
  private final Map<List<String>, String> updates = new ConcurrentHashMap<>();
  private final Map<List<String>, String> boundedUpdates = new ConcurrentHashMap<>();
  private final Map<List<String>, String> inserts = new ConcurrentHashMap<>();
  private final String delete;
  private final String read;
  private final String find;

  Statements(TableShape shape) {
    this.shape = shape;
    this.columns = new Columns(shape);
    Identifier version = shape.version();
    this.delete =
        bounded(VersionSql.DELETE_BOUNDED.formatted(shape.table(), byKey(), version, version));
    this.read = VersionSql.READ.formatted(version, shape.table(), byKey());
    this.find = VersionSql.FIND.formatted(shape.table(), byKey());
  }

  TableShape shape() {
    return shape;
  }

  Columns columns() {
    return columns;
  }

  /** Parameters: values, lock timeout as text, key, expected version. */
  String update(List<String> assigned) {
    return kept(
        updates, assigned, all -> makeUpdate(all, VersionSql.BOUNDED_NEXT.formatted(shape.next())));
  }

  /** Parameters: lock timeout in ms, values, key, expected version. */
  String boundedUpdate(List<String> assigned) {
    return kept(boundedUpdates, assigned, all -> bounded(makeUpdate(all, shape.next())));
  }

  /** Parameters: lock timeout in ms, key, values. */
  String insert(List<String> assigned) {
    return kept(inserts, assigned, this::makeInsert);
  }

  /** Parameters: lock timeout in ms, key, expected version. */
  String delete() {
    return delete;
  }

  /** Parameters: key. */
  String read() {
    return read;
  }

  /** Parameters: key. */
  String find() {
    return find;
  }

  /** The columns as they may be assigned: neither the version, which is ours, nor the key. */
  List<Identifier> assignable(List<String> assigned) {
    List<Identifier> all = assigned.stream().map(Identifier::column).toList();
    for (Identifier column : all) {
      if (column.equals(shape.version()) || shape.keys().contains(column)) {
        throw new InvalidRequestException(
            "%s of %s is %s: it can't be assigned"
                .formatted(
                    column,
                    shape.table().name(),
                    column.equals(shape.version()) ? "the version, which rises by itself" : "key"));
      }
    }
    return all;
  }

  private String makeUpdate(List<Identifier> assigned, String next) {
    String assignments =
        Stream.concat(
                assigned.stream().map(column -> column + " = ?"),
                Stream.of(shape.version() + " = " + next))
            .collect(Collectors.joining(", "));
    return VersionSql.UPDATE.formatted(
        shape.table(), assignments, byKey(), shape.version(), shape.version());
  }

  private String makeInsert(List<Identifier> assigned) {
    List<Identifier> given = Stream.concat(shape.keys().stream(), assigned.stream()).toList();
    String names = joined(given, ", ", Identifier::sql) + ", " + shape.version();
    String values = joined(given, ", ", column -> "?") + ", " + shape.first();
    String keys = joined(shape.keys(), ", ", Identifier::sql);
    return bounded(
        VersionSql.INSERT_BOUNDED.formatted(shape.table(), names, values, keys, shape.version()));
  }

  private String byKey() {
    return joined(shape.keys(), " and ", key -> "t." + key + " = ?");
  }

  private static String bounded(String statement) {
    return VersionSql.BOUNDED.formatted(statement.strip());
  }

  static String joined(List<Identifier> some, String separator, Function<Identifier, String> text) {
    return some.stream().map(text).collect(Collectors.joining(separator));
  }

  private String kept(
      Map<List<String>, String> texts,
      List<String> assigned,
      Function<List<Identifier>, String> make) {
    String known = texts.get(assigned);
    if (known != null) {
      return known;
    }
    String made = make.apply(assignable(assigned));
    if (texts.size() < MOST_KEPT) {
      texts.put(assigned, made);
    }
    return made;
  }
}
