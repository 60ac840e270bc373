/** A PostgreSQL of one's own in a directory. */
@NullMarked
package dev.holdfast.embedded;

import org.jspecify.annotations.NullMarked;
