@NullMarked
package dev.holdfast.testkit.lockorder;

import org.jspecify.annotations.NullMarked;
