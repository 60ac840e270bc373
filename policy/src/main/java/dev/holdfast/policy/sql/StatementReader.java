package dev.holdfast.policy.sql;

import java.util.List;
import java.util.Optional;

/** Reads one kind of statements. There is one that uses JSqlParser, and ours for the rest. */
interface StatementReader {

  /** What the statement does; empty if this reader is not for it. Never throws. */
  Optional<Reading> read(List<Token> statement);
}
