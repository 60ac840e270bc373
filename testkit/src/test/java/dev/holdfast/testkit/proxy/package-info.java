@NullMarked
package dev.holdfast.testkit.proxy;

import org.jspecify.annotations.NullMarked;
