@NullMarked
package dev.holdfast.claim;

import org.jspecify.annotations.NullMarked;
