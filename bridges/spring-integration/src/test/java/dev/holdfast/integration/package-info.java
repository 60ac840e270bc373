@NullMarked
package dev.holdfast.integration;

import org.jspecify.annotations.NullMarked;
