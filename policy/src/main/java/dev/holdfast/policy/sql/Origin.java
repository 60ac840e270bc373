package dev.holdfast.policy.sql;

/** What made a statement take a lock. */
public enum Origin {
  /** A locking clause: FOR UPDATE and its like. */
  EXPLICIT,
  /** INSERT, UPDATE, DELETE, MERGE: the rows that they write. */
  DML,
  /** A foreign key looks at its parent row. */
  FOREIGN_KEY,
  /** A parent row goes or changes, and its children with it. */
  CASCADE,
  /** A trigger's or a function's body. */
  TRIGGER,
  /** A unique value that another transaction may be writing. */
  UNIQUE_WAIT,
  /** LOCK TABLE, TRUNCATE, DDL. */
  TABLE_LOCK
}
