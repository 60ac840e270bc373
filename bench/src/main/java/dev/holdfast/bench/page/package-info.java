/**
 * What the results look like on a page: tables and plots between two marks of a Markdown file,
 * written again from the JSON of a run. The prose around the marks is people's.
 */
@NullMarked
package dev.holdfast.bench.page;

import org.jspecify.annotations.NullMarked;
