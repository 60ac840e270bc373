/** The numbers and their text. */
@NullMarked
package dev.holdfast.server.metrics;

import org.jspecify.annotations.NullMarked;
