@NullMarked
package dev.holdfast.bench.page;

import org.jspecify.annotations.NullMarked;
