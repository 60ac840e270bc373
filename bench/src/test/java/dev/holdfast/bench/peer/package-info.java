@NullMarked
package dev.holdfast.bench.peer;

import org.jspecify.annotations.NullMarked;
