/**
 * What README.md and the pages of docs/ show of this module, run. The text of a page's block stands
 * here again, spaces, line breaks and comments aside: {@code dev.holdfast.SamplesTest} compares.
 */
@NullMarked
package dev.holdfast.samples;

import org.jspecify.annotations.NullMarked;
