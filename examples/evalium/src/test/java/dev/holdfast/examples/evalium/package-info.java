@NullMarked
package dev.holdfast.examples.evalium;

import org.jspecify.annotations.NullMarked;
