@NullMarked
package dev.holdfast.shedlock;

import org.jspecify.annotations.NullMarked;
