@NullMarked
package dev.holdfast.transaction;

import org.jspecify.annotations.NullMarked;
