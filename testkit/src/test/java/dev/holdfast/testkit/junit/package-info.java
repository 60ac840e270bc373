@NullMarked
package dev.holdfast.testkit.junit;

import org.jspecify.annotations.NullMarked;
