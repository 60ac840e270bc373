/** What measures: contenders in turn, on one database, against one clock. */
@NullMarked
package dev.holdfast.bench.measure;

import org.jspecify.annotations.NullMarked;
