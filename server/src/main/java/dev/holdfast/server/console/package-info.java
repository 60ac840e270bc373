/**
 * The console: the pages under {@code /}, as they lie in the jar.
 *
 * <p>Everybody may load them: they hold nothing but programs. What they show comes from the API,
 * with the reader's own access token, so the console can't show or do more than its reader may.
 *
 * <p>The files are read once at the start and served from memory by their exact names. There is no
 * mapping from an address to a file that somebody could talk into leaving the directory.
 */
@NullMarked
package dev.holdfast.server.console;

import org.jspecify.annotations.NullMarked;
