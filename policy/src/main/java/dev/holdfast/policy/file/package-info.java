/**
 * The policy file {@code holdfast-policy.yaml}.
 *
 * <p><b>Promise.</b> {@link dev.holdfast.policy.file.PolicyReader} reads the file and tells all its
 * errors at once, each with line and column, a wrong key with what may have been meant. What it
 * reads is a policy; whether that contradicts itself is the business of the lint.
 *
 * <p><b>How it works.</b> {@code YamlSource} looks at the events of the parser one by one and
 * refuses what no policy needs, before anything is composed. {@code YamlValue} and {@code
 * YamlMapping} are the nodes with their positions: each question to them that has no answer becomes
 * a problem, and the reading goes on. {@link dev.holdfast.policy.file.PolicySchema} is the same for
 * editors; a test holds the two against each other.
 *
 * <p><b>What can go wrong.</b> The file is input from outside: its size, depth and number of errors
 * have bounds, and aliases, tags and second documents are refused.
 */
@NullMarked
package dev.holdfast.policy.file;

import org.jspecify.annotations.NullMarked;
