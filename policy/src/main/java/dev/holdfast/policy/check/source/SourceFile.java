package dev.holdfast.policy.check.source;

/**
 * A file to check.
 *
 * @param name as people are shown it, with slashes
 */
record SourceFile(String name, String content) {}
