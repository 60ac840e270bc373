@NullMarked
package dev.holdfast.torture.history;

import org.jspecify.annotations.NullMarked;
