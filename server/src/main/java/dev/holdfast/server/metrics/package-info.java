/**
 * Numbers for Prometheus, in its text format.
 *
 * <p>Own code rather than a library: what is needed are counters, a few histograms and the text
 * format, which has been the same since 2014. Series are bounded by construction: labels are
 * routes, statuses and outcomes, never names of resources, holders or access tokens.
 */
@NullMarked
package dev.holdfast.server.metrics;

import org.jspecify.annotations.NullMarked;
