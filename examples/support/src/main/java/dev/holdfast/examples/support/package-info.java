/**
 * What the example applications share, so that each shows only its own subject.
 *
 * <p>The one {@code Holdfast} of an application, its workers and the answers to its errors come
 * from the Spring Boot starter. Where no DataSource is configured, a PostgreSQL in a directory
 * serves, so that an example runs on a fresh machine. Load for demonstrations: an application
 * offers a {@link dev.holdfast.examples.support.LoadStarter}, and {@code --load} starts it.
 */
@NullMarked
package dev.holdfast.examples.support;

import org.jspecify.annotations.NullMarked;
