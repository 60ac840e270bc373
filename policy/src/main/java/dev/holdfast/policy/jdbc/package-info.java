/**
 * What runs on a {@code DataSource}, seen from outside: the layer below the guard and the recorder.
 *
 * <p>{@link dev.holdfast.policy.jdbc.ObservedDataSource} hands out connections that tell a {@link
 * dev.holdfast.policy.jdbc.SessionObserver} of everything before it is sent and again once it is
 * done. The observer sees one stream of {@linkplain dev.holdfast.policy.jdbc.Step steps}, whatever
 * way the program chose: a transaction begins, statements run, savepoints come and go, it ends.
 * That autocommit makes a transaction of each call, that {@code setAutoCommit(true)} commits, that
 * {@code BEGIN} and {@code SAVEPOINT} may stand in the SQL, that a text may hold several
 * statements: all this is settled here, so that nobody above has to know.
 *
 * <p>What an observer throws before a statement reaches the caller, and nothing was sent: the
 * transaction is as it was.
 *
 * <p>Connections, statements and result sets are wrapped by classes that are written out, because
 * they are on every program's hot path; callable statements and metadata by {@code
 * java.lang.reflect.Proxy}, because they are not. {@code statement.getConnection()} and {@code
 * resultSet.getStatement()} give the wrapper back.
 *
 * <p>Not seen: what goes through a driver's own types after {@code unwrap(PGConnection.class)}
 * (COPY, large objects, the replication protocol), statements that a server-side function or a DO
 * block runs, and connections that did not come from this data source. XA is not for it: there, the
 * transaction ends behind the connection's back.
 */
@NullMarked
package dev.holdfast.policy.jdbc;

import org.jspecify.annotations.NullMarked;
