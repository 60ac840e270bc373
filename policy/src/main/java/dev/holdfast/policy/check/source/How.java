package dev.holdfast.policy.check.source;

/** Where a text of SQL was found. */
public enum How {
  /** A string of Java code that goes to a method that takes SQL. */
  JAVA,
  /** A string of Java code that looks like SQL. */
  STRING,
  /** A value of an annotation. */
  ANNOTATION,
  /** JPA's query language, in Java code or in an annotation: it names entities. */
  JPQL,
  /** No text at all: a lock that {@code @Lock} or {@code LockModeType} asks for. */
  LOCK_MODE,
  /** A file of SQL that an application or a person runs. */
  SQL_FILE,
  /** A migration: a tool runs it, alone. */
  MIGRATION,
  /** A mapper of MyBatis. */
  MYBATIS,
  /** The same, in an element {@code select}: whatever its beginning is, it is a query. */
  MYBATIS_SELECT;

  public boolean isMapper() {
    return this == MYBATIS || this == MYBATIS_SELECT;
  }

  /** Whether nothing but SQL stands there, so that whatever does not look like it is looked at. */
  boolean isOnlySql() {
    return this == SQL_FILE || this == MIGRATION || isMapper();
  }
}
