package dev.holdfast.policy.check.source;

/**
 * A part of a text that is known at run time only.
 *
 * @param mark what stands for it in the text
 * @param what the source's own words
 */
public record Hole(String mark, String what) {
  static final String PREFIX = "holdfast_hole_";
}
