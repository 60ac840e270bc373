@NullMarked
package dev.holdfast.outbox;

import org.jspecify.annotations.NullMarked;
