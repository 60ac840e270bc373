package dev.holdfast.policy.check.source;

import java.util.regex.Pattern;

/**
 * Names that say: not for PostgreSQL. What such a script, class or statement locks, PostgreSQL
 * never sees, and its SQL may be no SQL here.
 */
final class OtherDatabases {
  private static final String VERSION = "[\\d]*[a-z]?";

  private static final Pattern PATH =
      Pattern.compile(
          "(?i)(?:^|[-_./])(?:(?:oracle|mysql|mssql|sqlserver|mariadb|sybase)"
              + VERSION
              + "|db2\\w*|h2|hsql(?:db)?|derby|sqlite|firebird|informix|hana|cloudscape"
              + "|pointbase|solid|sapdb|cubrid|cockroach(?:db)?)(?=[-_./])");

  /** As a word of a name in camel case. */
  private static final Pattern TYPE =
      Pattern.compile(
          "(?<![A-Z])(?:Oracle|My(?:Sql|SQL)|Mysql|Maria(?:Db|DB)|M[sS](?:Sql|SQL)|Mssql"
              + "|S(?:ql|QL)Server|(?:Db|DB)2|H2|H(?:sql|SQL)(?:db|Db|DB)?|S(?:qlite|QLite)"
              + "|Sybase|Informix|Cockroach(?:Db|DB)?)\\d*(?![a-z0-9])");

  private static final Pattern POSTGRES = Pattern.compile("(?i)postgres|pgsql");

  private static final Pattern ID =
      Pattern.compile(
          "(?i).+_(?:oracle|mysql|mariadb|mssql|sqlserver|db2|h2|hsql(?:db)?|cockroach(?:db)?)");

  private OtherDatabases() {}

  /** A script, by its path. */
  static boolean isScript(String path) {
    return PATH.matcher(path).find();
  }

  /** A class, by its simple name: {@code OracleDelegate}. */
  static boolean isType(String name) {
    return TYPE.matcher(name).find() && !POSTGRES.matcher(name).find();
  }

  /** A statement of a mapper: by the database that it names, or by the end of its id. */
  static boolean isStatement(String id, String database) {
    boolean named = !database.isEmpty() && !POSTGRES.matcher(database).find();
    return named || ID.matcher(id).matches();
  }
}
