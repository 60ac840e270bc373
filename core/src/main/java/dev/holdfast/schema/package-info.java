/**
 * The schema {@code holdfast} and its migrations: numbered SQL files of this package, each applied
 * once, in order, all in one transaction under one advisory lock, so that any number of processes
 * may start at once. A file never changes once released; its checksum is kept in the database.
 *
 * <p>A library older than the database goes on working unless a migration that it does not know is
 * marked {@code breaking}: then it refuses to start. A library newer than the database applies what
 * is missing, or says so when it may not.
 */
@NullMarked
package dev.holdfast.schema;

import org.jspecify.annotations.NullMarked;
