/**
 * Is the judge awake? Each {@link dev.holdfast.torture.mutant.Mutant} breaks the protocol in one
 * place, by patching a function in a database made for it or by a client that is careless in one
 * way; a workload that pauses, comes late, forges tokens, passes leases on, hands them over and
 * prunes runs on it, and the checker has to find something. The same workload on the protocol as it
 * is has to pass.
 *
 * <p>The workload calls the functions of the schema by itself, as a client in another language
 * would, so that one process shows in seconds what needs minutes with real ones.
 */
@NullMarked
package dev.holdfast.torture.mutant;

import org.jspecify.annotations.NullMarked;
