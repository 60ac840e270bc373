@NullMarked
package dev.holdfast.torture.mutant;

import org.jspecify.annotations.NullMarked;
