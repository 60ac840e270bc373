@NullMarked
package dev.holdfast.examples.evalium.web;

import org.jspecify.annotations.NullMarked;
