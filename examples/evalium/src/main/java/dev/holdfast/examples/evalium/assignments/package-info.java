@NullMarked
package dev.holdfast.examples.evalium.assignments;

import org.jspecify.annotations.NullMarked;
