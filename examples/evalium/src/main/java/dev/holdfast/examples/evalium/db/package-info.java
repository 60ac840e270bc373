@NullMarked
package dev.holdfast.examples.evalium.db;

import org.jspecify.annotations.NullMarked;
