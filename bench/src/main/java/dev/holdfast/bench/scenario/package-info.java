/** What is measured, scenario by scenario. */
@NullMarked
package dev.holdfast.bench.scenario;

import org.jspecify.annotations.NullMarked;
