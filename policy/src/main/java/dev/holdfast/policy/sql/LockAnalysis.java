package dev.holdfast.policy.sql;

import java.util.List;

/** Reads SQL and says which locks it takes. Thread-safe; the same text gives the same answer. */
public interface LockAnalysis {

  /** Of each statement of the text, in order. Parameters may be {@code ?}, {@code $1} or named. */
  List<StatementLocks> of(String sql);
}
