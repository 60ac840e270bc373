@NullMarked
package dev.holdfast.examples.evalium.privacy;

import org.jspecify.annotations.NullMarked;
