/** Small parts that several features share. Not exported. */
@NullMarked
package dev.holdfast.internal;

import org.jspecify.annotations.NullMarked;
