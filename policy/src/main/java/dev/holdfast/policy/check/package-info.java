/**
 * The static check: the SQL of source files against the policy.
 *
 * <p>{@link dev.holdfast.policy.check.StaticCheck} reads the sources ({@code source}), asks the
 * analysis which locks each text takes and the rules of the policy what those break. Findings have
 * a place, a rule, a reason and a fix; they are written for people, as JSON or as SARIF, less those
 * that a baseline has.
 *
 * <p><b>What one transaction is.</b> Sources do not say. The statements of a method are taken as
 * one transaction, in the order of the text, if the method is {@code @Transactional}, turns
 * autocommit off, or is the entry point of an operation; so are those of a function handed to a
 * transaction runner. Every other statement is judged alone. A finding that rests on this says so.
 * Locks that a method takes by calling another are not followed: the runtime guard sees those.
 *
 * <p><b>What can't be read</b> is a finding, not silence: SQL that nobody can parse, tables whose
 * names are put together at run time, a locking clause without its statement. A query that only
 * reads, with parts that are not known, is none.
 *
 * <p><b>Migrations</b> run alone, so what they lock is no finding; that they create a table which
 * the policy does not name is one.
 */
@NullMarked
package dev.holdfast.policy.check;

import org.jspecify.annotations.NullMarked;
