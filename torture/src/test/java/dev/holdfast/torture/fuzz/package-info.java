@NullMarked
package dev.holdfast.torture.fuzz;

import org.jspecify.annotations.NullMarked;
