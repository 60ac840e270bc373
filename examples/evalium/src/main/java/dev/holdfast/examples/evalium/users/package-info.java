@NullMarked
package dev.holdfast.examples.evalium.users;

import org.jspecify.annotations.NullMarked;
