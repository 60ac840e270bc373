/** Holdfast's own ways and the bare statements beside it. */
@NullMarked
package dev.holdfast.bench.contender;

import org.jspecify.annotations.NullMarked;
