@NullMarked
package dev.holdfast.examples.evalium.remediation;

import org.jspecify.annotations.NullMarked;
