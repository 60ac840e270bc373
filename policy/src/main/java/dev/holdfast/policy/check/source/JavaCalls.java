package dev.holdfast.policy.check.source;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What method names tell: who takes SQL, who runs a function in a transaction. */
final class JavaCalls {
  /** JDBC, Spring, JPA, Hibernate, R2DBC: nobody else has methods of these names. */
  private static final Set<String> TAKES_SQL =
      Set.of(
          "prepareStatement",
          "prepareCall",
          "executeQuery",
          "executeUpdate",
          "executeLargeUpdate",
          "nativeSQL",
          "createNativeQuery",
          "createSQLQuery",
          "queryForObject",
          "queryForList",
          "queryForMap",
          "queryForRowSet",
          "queryForStream",
          "batchUpdate");

  /** Common names: they take SQL if what they are called on is named so. */
  private static final Set<String> MAY_TAKE_SQL =
      Set.of(
          "execute",
          "query",
          "update",
          "addBatch",
          "sql",
          "fetch",
          "fetchOne",
          "resultQuery",
          "createUpdate",
          "createStatement",
          "select");

  private static final Pattern DATABASE =
      Pattern.compile(
          "(?i)(jdbc|template|stmt|statement|connection|conn\\b|dsl|jdbi|handle|jooq|database)");

  private static final Set<String> RUNNERS =
      Set.of(
          "run",
          "call",
          "execute",
          "executeWithoutResult",
          "transaction",
          "transactionResult",
          "required",
          "requiresNew",
          "invoke",
          "supply");

  private static final Pattern TRANSACTION = Pattern.compile("(?i)transaction|\\btx\\b|txTemplate");

  private JavaCalls() {}

  static Use.Role role(MethodInvocationTree call, int argument) {
    if (argument > 0) {
      return Use.Role.PASSED;
    }
    String name = JavaCallText.nameOf(call);
    if (TAKES_SQL.contains(name)) {
      return Use.Role.SURE;
    }
    boolean likely = MAY_TAKE_SQL.contains(name) && DATABASE.matcher(on(call)).find();
    return likely ? Use.Role.LIKELY : Use.Role.PASSED;
  }

  /** {@code createQuery}: its text names entities, not tables. */
  static boolean takesJpql(MethodInvocationTree call) {
    return JavaCallText.nameOf(call).equals("createQuery");
  }

  static boolean runsTransaction(MethodInvocationTree call) {
    String name = JavaCallText.nameOf(call);
    if (name.toLowerCase(Locale.ROOT).contains("intransaction")
        || name.equals("withTransaction")
        || name.equals("useTransaction")) {
      return true;
    }
    return RUNNERS.contains(name) && TRANSACTION.matcher(on(call)).find();
  }

  /** {@code Operation.run("StartDeliverySession", …)}. */
  static boolean declaresOperation(MethodInvocationTree call) {
    return on(call).equals("Operation") && JavaCallText.nameOf(call).matches("run|call");
  }

  /** What a call is on, as written, without the arguments of calls before it. */
  private static String on(MethodInvocationTree call) {
    ExpressionTree on = JavaCallText.receiver(call);
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < 20 && on instanceof MethodInvocationTree inner; i++) {
      words.append(JavaCallText.nameOf(inner)).append(' ');
      on = JavaCallText.receiver(inner);
    }
    return on == null ? words.toString() : words + on.toString();
  }
}
