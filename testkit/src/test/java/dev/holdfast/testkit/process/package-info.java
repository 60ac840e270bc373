@NullMarked
package dev.holdfast.testkit.process;

import org.jspecify.annotations.NullMarked;
