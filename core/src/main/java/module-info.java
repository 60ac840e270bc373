/**
 * Concurrency control on PostgreSQL: leases with fencing that commits with the data. {@link
 * dev.holdfast.Holdfast} is the one way in.
 */
module dev.holdfast.core {
  requires transitive java.sql;
  requires org.postgresql.jdbc;
  requires static transitive org.jspecify;
  requires static org.checkerframework.checker.qual;

  exports dev.holdfast;
  exports dev.holdfast.claim;
  exports dev.holdfast.diagnosis;
  exports dev.holdfast.lease;
  exports dev.holdfast.outbox;
  exports dev.holdfast.row;
  exports dev.holdfast.schema;
  exports dev.holdfast.transaction;
  exports dev.holdfast.version;
}
