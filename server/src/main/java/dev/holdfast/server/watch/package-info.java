/**
 * Watching: what happened to leases, as events that can be followed and resumed; how much was
 * waited, where; who was refused, by whom.
 *
 * <h2>Promise</h2>
 *
 * Events have numbers without holes, and whoever has read number n has read all before it that are
 * kept. Each start and each end of a lease is told once, those of one resource in their order.
 * Where something could not be told (too much at once, nobody observed, pruned by now) an event of
 * kind {@code gap} stands in its place. An event is told about a second after it was committed.
 *
 * <h2>Protocol</h2>
 *
 * <ol>
 *   <li>The library writes nothing for onlookers: granting and releasing cost what they cost
 *       without a service. One of all services, the {@code Observer}, has the lease {@code
 *       holdfast/observer}; each second it looks at what the others left in the tables, under the
 *       guard of that lease. A service that lost it can't tell anything any more, even if it was
 *       only paused. How a look misses nothing stands in {@code 009_observer.sql}.
 *   <li>Recent ends are found by an index. Grants are found by reading the table of leases, which
 *       takes longer the more resources there are: so that is done less often the longer it takes,
 *       for 2 % of the time at most.
 *   <li>Each service reads new events once for all its subscribers ({@code Feed}) and hands them
 *       out over bounded queues. One that does not keep up is dropped, and comes back with the
 *       number of the last event it has.
 * </ol>
 *
 * <h2>What it does not promise</h2>
 *
 * Events are for people, dashboards and caches. Who decides something by a lease has to hold it: an
 * event says what was. A lease that comes and goes while nobody observes for more than five
 * minutes, or in a transaction that stays open for longer than that, is in the history but not
 * among the events; without history (retention zero) only starts and expiries are told.
 */
@NullMarked
package dev.holdfast.server.watch;

import org.jspecify.annotations.NullMarked;
