@NullMarked
package dev.holdfast.examples.evalium.locks;

import org.jspecify.annotations.NullMarked;
