@NullMarked
package dev.holdfast.row;

import org.jspecify.annotations.NullMarked;
