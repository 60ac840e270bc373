@NullMarked
package dev.holdfast.lease;

import org.jspecify.annotations.NullMarked;
