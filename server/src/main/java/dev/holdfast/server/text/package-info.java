/** What the command line and the HTTP API both write and read: JSON and durations. */
@NullMarked
package dev.holdfast.server.text;

import org.jspecify.annotations.NullMarked;
