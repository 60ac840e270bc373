@NullMarked
package dev.holdfast.internal;

import org.jspecify.annotations.NullMarked;
