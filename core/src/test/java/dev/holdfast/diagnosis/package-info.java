@NullMarked
package dev.holdfast.diagnosis;

import org.jspecify.annotations.NullMarked;
