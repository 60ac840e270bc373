/**
 * The service: leases for any language over HTTP, and everything to look at.
 *
 * <h2>How a request goes</h2>
 *
 * {@link dev.holdfast.server.http.HttpService} runs a few event loops. On each, a {@code Gate}
 * takes every request past the same posts: the Host and Origin headers, the table of endpoints, the
 * access token, its role, its rate. The table is the only way in: an endpoint says in one line who
 * may call it, and what is not in the table does not exist. A handler answers at once, later
 * (without a thread that waits), or blocks on one of a few worker threads with a small pool of
 * connections of their own.
 *
 * <h2>To add endpoints</h2>
 *
 * Implement {@link dev.holdfast.server.http.Routes}: a list of {@link
 * dev.holdfast.server.http.Endpoint}s. A handler gets an {@link dev.holdfast.server.http.Exchange}
 * (who calls, the address decoded, the body's members) and gives an {@link
 * dev.holdfast.server.http.Answer}; errors are thrown as {@link
 * dev.holdfast.server.http.HttpProblem} or as the library's own exceptions.
 *
 * <h2>What can go wrong</h2>
 *
 * The client goes away: the exchange hears of it at once ({@code onGone}) and leaves the queue; a
 * grant that can't be delivered is given back. The service stops: those who wait get 503, and
 * nothing is granted after that. The database stays away: 503 with Retry-After. Too much is asked:
 * 413, 414, 429, 431, or the connection is closed.
 */
@NullMarked
package dev.holdfast.server.http;

import org.jspecify.annotations.NullMarked;
