@NullMarked
package dev.holdfast.bench.measure;

import org.jspecify.annotations.NullMarked;
