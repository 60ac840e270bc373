package dev.holdfast.transaction;

import static java.lang.Boolean.FALSE;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connection as the user's function sees it. Whatever would talk to the server before the lock
 * timeout is set takes the {@link Opening} along (a prepared statement) or has it sent first (all
 * else); after that, calls go straight through. Commit and rollback are not the function's.
 */
final class HandedConnection implements InvocationHandler {

  private static final Set<String> SILENT =
      Set.of(
          "isClosed",
          "getAutoCommit",
          "isReadOnly",
          "getWarnings",
          "clearWarnings",
          "getHoldability",
          "getTypeMap",
          "getNetworkTimeout",
          "setNetworkTimeout",
          "createArrayOf",
          "isWrapperFor",
          "abort",
          "toString",
          "hashCode");

  private static final Set<String> NOT_YOURS =
      Set.of("commit", "setAutoCommit", "setTransactionIsolation", "setReadOnly");

  private final Connection target;
  private final Opening opening;
  private final Connection proxy;
  private boolean over;

  HandedConnection(Connection target, Opening opening) {
    this.target = target;
    this.opening = opening;
    this.proxy =
        (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
  }

  Connection proxy() {
    return proxy;
  }

  /** Nothing more may be done on it. */
  void over() {
    over = true;
  }

  @Override
  public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments)
      throws Throwable {
    String name = method.getName();
    Object[] given = arguments == null ? new Object[0] : arguments;
    if (name.equals("close") || (name.equals("setAutoCommit") && FALSE.equals(given[0]))) {
      return null; // Holdfast's to close; code that closes what it was handed does no harm
    }
    if (name.equals("equals")) {
      return self == given[0];
    }
    refuse(name, given);
    if (opening.isPending() && !SILENT.contains(name)) {
      if (name.equals("prepareStatement") && canFold(given)) {
        return new FirstStatement(target, proxy, opening, method, given).proxy();
      }
      opening.alone(target);
    }
    return call(target, method, given);
  }

  /**
   * The driver adds RETURNING for generated keys, and reads the text for an updatable result set:
   * there the text must be the user's alone.
   */
  private static boolean canFold(Object[] arguments) {
    return switch (arguments.length) {
      case 1 -> true;
      case 2 -> Integer.valueOf(Statement.NO_GENERATED_KEYS).equals(arguments[1]);
      default -> Integer.valueOf(ResultSet.CONCUR_READ_ONLY).equals(arguments[2]);
    };
  }

  private void refuse(String name, Object[] given) throws SQLException {
    if (NOT_YOURS.contains(name) || (name.equals("rollback") && given.length == 0)) {
      throw new SQLException(
          name + " is Holdfast's in its transaction: return to commit, throw to roll back",
          "25000");
    }
    if (over && !SILENT.contains(name)) {
      throw new SQLException("this transaction is over: its connection went back", "25000");
    }
  }

  /** Calls a method, and throws what it throws. */
  static @Nullable Object call(Object target, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
