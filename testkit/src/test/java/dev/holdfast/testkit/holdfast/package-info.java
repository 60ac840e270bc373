/**
 * Holdfast's own leases under the contract suite: plain, under other isolation, behind a pooler.
 */
@NullMarked
package dev.holdfast.testkit.holdfast;

import org.jspecify.annotations.NullMarked;
