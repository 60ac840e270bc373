/** The application: the command line of Holdfast. */
@NullMarked
package dev.holdfast.server;

import org.jspecify.annotations.NullMarked;
