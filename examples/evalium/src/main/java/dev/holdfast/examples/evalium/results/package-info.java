@NullMarked
package dev.holdfast.examples.evalium.results;

import org.jspecify.annotations.NullMarked;
