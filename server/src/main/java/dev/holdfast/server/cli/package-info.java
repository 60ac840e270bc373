/**
 * The command line: data on standard output, everything else on standard error, one line each. Exit
 * codes are in {@link dev.holdfast.server.cli.ExitCodes}.
 */
@NullMarked
package dev.holdfast.server.cli;

import org.jspecify.annotations.NullMarked;
