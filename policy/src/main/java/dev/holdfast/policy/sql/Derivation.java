package dev.holdfast.policy.sql;

/** Says which locks follow from what a statement does. */
interface Derivation {

  StatementLocks locks(Reading reading);
}
