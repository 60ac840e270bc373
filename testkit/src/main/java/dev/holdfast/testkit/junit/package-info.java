/**
 * A database with Holdfast's schema for each test, and what a test left behind.
 *
 * <p>A server of the wanted major is started once for all tests of a JVM (or yours is used: {@code
 * HOLDFAST_TEST_URL}); the schema is applied once, to a template; each test gets a copy of it,
 * which takes some hundredths of a second, and which is dropped when the test is over. So tests
 * can't see each other, and none has to clean up.
 */
@NullMarked
package dev.holdfast.testkit.junit;

import org.jspecify.annotations.NullMarked;
