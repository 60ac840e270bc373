/**
 * Which locks a statement takes, in which order, and why: SQL text and, where there is one, a
 * catalog in; {@link dev.holdfast.policy.sql.StatementLocks} out.
 *
 * <h2>Promise</h2>
 *
 * With a catalog, every row lock, every wait for a unique value and every explicit or defining lock
 * on a table that PostgreSQL would take is said, in PostgreSQL's order, with its origin. What is
 * not understood is a doubt, never left out. Where the outcome depends on rows (a value that does
 * not change, a child that does not exist, a branch not taken) the lock is said: it can happen. A
 * corpus of statements is run on PostgreSQL and compared in both directions; what is said too much
 * is marked there, with the reason.
 *
 * <p>Without a catalog only what the text shows is said: locking clauses, the rows that DML writes,
 * locks on tables. An UPDATE is then taken for one that changes no key, and its reason says so.
 *
 * <h2>How</h2>
 *
 * <ol>
 *   <li>{@code Lexer} and {@code Script} cut the text into statements of tokens, by PostgreSQL's
 *       rules, in linear time.
 *   <li>A {@code StatementReader} turns a statement into {@code Action}s: what the text says that
 *       it does. Queries and DML are parsed by JSqlParser, after {@code Normalised} has replaced
 *       what that can't parse; locking clauses are read here and leave a mark in their place, so
 *       any number of them will do. The rest is read by readers of our own. {@code Overlooked}
 *       counts in the text what the walk over the tree should have met.
 *   <li>A {@code Derivation} turns actions into locks. With a catalog, {@code Expansion} follows
 *       them through views, partitions and inheritance, unique indexes, foreign keys and their
 *       actions, triggers and the bodies of functions. Triggers fire by name, those of foreign keys
 *       among them; what a foreign key's action causes waits at the end of the statement's queue
 *       ({@code AfterQueue}).
 *   <li>{@code SqlLocks} remembers answers by text, bounded.
 * </ol>
 *
 * <h2>What can go wrong</h2>
 *
 * A text that is too long, too deep or takes too long to parse is a doubt. Dynamic SQL (EXECUTE),
 * functions in other languages than SQL and PL/pgSQL, rules on tables, procedures that end
 * transactions and tables that the catalog does not know are doubts. Circles of triggers are
 * entered once.
 *
 * <h2>What it does not promise</h2>
 *
 * It says nothing of locks that every statement takes on the tables it names (ACCESS SHARE, ROW
 * SHARE, ROW EXCLUSIVE), which only conflict with table locks that are said; nor of advisory locks.
 * A value that PostgreSQL generates itself (identity, sequence, random UUID) is no wait for a
 * unique value: nobody else brings it. SET CONSTRAINTS moves locks that are said for now or for the
 * commit; the analysis of one statement does not know of an earlier one. Without a catalog a call
 * of a function is taken for harmless.
 */
@NullMarked
package dev.holdfast.policy.sql;

import org.jspecify.annotations.NullMarked;
