/**
 * What the example applications share, so that each shows only its own subject.
 *
 * <p>{@link dev.holdfast.examples.support.ExampleConfiguration} makes the one {@code Holdfast} of
 * an application on its DataSource, and answers Holdfast's errors as problem details (RFC 9457).
 * Where no DataSource is configured, a PostgreSQL in a directory serves, so that an example runs on
 * a fresh machine. Load for demonstrations: an application offers a {@link
 * dev.holdfast.examples.support.LoadStarter}, and {@code --load} starts it.
 */
@NullMarked
package dev.holdfast.examples.support;

import org.jspecify.annotations.NullMarked;
