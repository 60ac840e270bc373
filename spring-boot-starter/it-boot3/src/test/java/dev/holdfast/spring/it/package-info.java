/** The starter in real applications; the same tests run on Boot 3.5 and on Boot 4.1. */
@NullMarked
package dev.holdfast.spring.it;

import org.jspecify.annotations.NullMarked;
