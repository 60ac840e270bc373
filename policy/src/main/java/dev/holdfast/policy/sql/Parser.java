package dev.holdfast.policy.sql;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.Statement;

/** JSqlParser within bounds: of length, of nesting, of time. */
final class Parser {

  private static final int LONGEST = 200_000;
  private static final int DEEPEST = 40;
  private static final int MILLIS = 1_000;

  /** One thread for the whole process; it only ever sets a flag. */
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "holdfast-parser-clock");
              thread.setDaemon(true);
              return thread;
            });
    // otherwise every parser would live on until its time is over
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  Statement parse(String sql) throws JSQLParserException {
    if (sql.length() > LONGEST) {
      throw new JSQLParserException("longer than " + LONGEST + " characters");
    }
    if (depth(sql) > DEEPEST) {
      throw new JSQLParserException("nested deeper than " + DEEPEST);
    }
    try {
      CCJSqlParser parser = new CCJSqlParser(sql);
      parser.withAllowComplexParsing(true).withUnsupportedStatements(false);
      return watched(parser);
    } catch (ParseException | TokenMgrException e) {
      throw new JSQLParserException(e.getMessage(), e);
    }
  }

  private static Statement watched(CCJSqlParser parser) throws ParseException {
    ParserClock clock = new ParserClock(parser);
    ScheduledFuture<?> looks =
        CLOCK.scheduleWithFixedDelay(clock, MILLIS, MILLIS, TimeUnit.MILLISECONDS);
    try {
      return parser.Statement();
    } finally {
      looks.cancel(false);
    }
  }

  private static int depth(String sql) {
    int depth = 0;
    int deepest = 0;
    for (int i = 0; i < sql.length(); i++) {
      depth += sql.charAt(i) == '(' ? 1 : sql.charAt(i) == ')' ? -1 : 0;
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }
}
