/**
 * Holdfast's errors as RFC 9457 answers, and versions as ETag and If-Match, in Spring MVC.
 *
 * <p>Only Holdfast's own exceptions are answered, by an advice of the lowest precedence: an
 * application's own handler for them goes first. Statuses are {@link dev.holdfast.Problem}'s.
 */
@NullMarked
package dev.holdfast.spring.web;

import org.jspecify.annotations.NullMarked;
