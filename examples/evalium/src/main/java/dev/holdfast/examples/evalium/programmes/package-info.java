@NullMarked
package dev.holdfast.examples.evalium.programmes;

import org.jspecify.annotations.NullMarked;
