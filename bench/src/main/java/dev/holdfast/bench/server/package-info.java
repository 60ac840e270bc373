/** Servers that a run starts and stops: programs of this machine, each in a process of its own. */
@NullMarked
package dev.holdfast.bench.server;

import org.jspecify.annotations.NullMarked;
