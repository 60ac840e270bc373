/** What the observer hears, against PostgreSQL; and that every method of JDBC is handed on. */
@NullMarked
package dev.holdfast.policy.jdbc;

import org.jspecify.annotations.NullMarked;
