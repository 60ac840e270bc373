/** The Alloy model of the protocol, checked. */
@NullMarked
package dev.holdfast.torture.model;

import org.jspecify.annotations.NullMarked;
