package dev.holdfast.transaction;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement that may be the first of its transaction. Its parameters are noted; if it is
 * then executed first, a statement that begins with the {@link Opening} takes them over, and all
 * goes in one message. What it answers looks as if only the user's statement had been there.
 * Whatever else is done with it, or executed later, is done with the plain statement, which is made
 * when it is needed.
 */
final class FirstStatement implements InvocationHandler {

  private static final Set<String> RESULTS =
      Set.of(
          "getResultSet",
          "getMoreResults",
          "getUpdateCount",
          "getLargeUpdateCount",
          "getGeneratedKeys",
          "getWarnings",
          "clearWarnings");

  private static final Set<String> SILENT =
      Set.of(
          "addBatch", "clearBatch", "cancel", "isClosed", "isWrapperFor", "toString", "hashCode");

  /** A call that set a parameter or a property, to be made again on the folded statement. */
  private record Setting(boolean isParameter, Again again) {}

  private interface Again {
    void on(PreparedStatement statement, int shift) throws Throwable;
  }

  private final Connection target;
  private final Connection handed;
  private final Opening opening;
  private final Method prepare;
  private final Object[] prepared;
  private final List<Setting> settings = new ArrayList<>();
  private @Nullable PreparedStatement plain;
  private @Nullable FoldedStatement folded;
  private boolean closed;
  private boolean showsFolded;

  FirstStatement(
      Connection target, Connection handed, Opening opening, Method prepare, Object[] prepared) {
    this.target = target;
    this.handed = handed;
    this.opening = opening;
    this.prepare = prepare;
    this.prepared = prepared.clone();
  }

  PreparedStatement proxy() {
    return (PreparedStatement)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(), new Class<?>[] {PreparedStatement.class}, this);
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    String name = method.getName();
    @Nullable Object[] given = arguments == null ? new Object[0] : arguments;
    if (name.equals("equals")) {
      return self == given[0];
    }
    if (name.equals("getConnection")) {
      return handed;
    }
    if (name.equals("close")) {
      return close();
    }
    if (name.equals("isClosed") && plain == null) {
      return closed;
    }
    if (name.startsWith("execute") && given.length == 0 && !name.contains("Batch")) {
      return execute(name, method, given);
    }
    if (name.startsWith("set") || name.equals("clearParameters")) {
      return set(method, given);
    }
    FoldedStatement shown = folded;
    if (showsFolded && shown != null && RESULTS.contains(name)) {
      return shown.result(method, given);
    }
    return anythingElse(name, method, given);
  }

  private @Nullable Object anythingElse(String name, Method method, @Nullable Object[] given)
      throws Throwable {
    if (opening.isPending() && !SILENT.contains(name) && !RESULTS.contains(name)) {
      opening.alone(target);
    }
    showsFolded &= !name.startsWith("execute");
    return HandedConnection.call(plain(), method, given);
  }

  private @Nullable Object set(Method method, @Nullable Object[] given) throws Throwable {
    if (opening.isPending()) {
      if (method.getName().equals("clearParameters")) {
        settings.removeIf(Setting::isParameter);
      } else {
        settings.add(again(method, given.clone()));
      }
      if (plain == null && !closed) {
        return null;
      }
    }
    return HandedConnection.call(plain(), method, given);
  }

  /** What PreparedStatement itself declares sets a parameter; our parameters come before it. */
  private static Setting again(Method method, @Nullable Object[] given) {
    if (method.getDeclaringClass() == PreparedStatement.class
        && given[0] instanceof Integer index) {
      return new Setting(
          true,
          (statement, shift) -> {
            given[0] = index + shift;
            HandedConnection.call(statement, method, given);
          });
    }
    return new Setting(
        false, (statement, shift) -> HandedConnection.call(statement, method, given));
  }

  private @Nullable Object execute(String name, Method method, @Nullable Object[] given)
      throws Throwable {
    if (closed || !opening.isPending()) {
      showsFolded = false;
      return HandedConnection.call(plain(), method, given);
    }
    FoldedStatement first = fold();
    folded = first;
    showsFolded = true;
    first.execute();
    return first.answer(name);
  }

  /** The user's statement and nothing else, with all that was set so far. */
  private PreparedStatement plain() throws Throwable {
    if (plain == null) {
      PreparedStatement made = prepare(String.valueOf(prepared[0]));
      if (closed) {
        made.close(); // the driver says it best
      }
      setAll(made, 0);
      plain = made;
    }
    return plain;
  }

  private FoldedStatement fold() throws Throwable {
    PreparedStatement statement = prepare(opening.before(String.valueOf(prepared[0])));
    opening.bind(statement);
    try {
      setAll(statement, opening.parameters());
    } catch (SQLException e) {
      plain(); // what can't be set there either is told with the user's own numbers
      throw e;
    }
    return new FoldedStatement(statement, opening);
  }

  private void setAll(PreparedStatement statement, int shift) throws Throwable {
    try {
      for (Setting setting : settings) {
        setting.again.on(statement, shift);
      }
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private PreparedStatement prepare(String sql) throws Throwable {
    Object[] arguments = prepared.clone();
    arguments[0] = sql;
    Object statement = HandedConnection.call(target, prepare, arguments);
    if (statement instanceof PreparedStatement made) {
      return made;
    }
    throw new SQLException("the connection prepared nothing", "08006");
  }

  private @Nullable Object close() throws SQLException {
    closed = true;
    PreparedStatement made = plain;
    try {
      if (folded != null) {
        folded.close();
      }
    } finally {
      if (made != null) {
        made.close();
      }
    }
    return null;
  }
}
