@NullMarked
package dev.holdfast.policy.graph;

import org.jspecify.annotations.NullMarked;
