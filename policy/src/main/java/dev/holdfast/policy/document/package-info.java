/**
 * The policy for people.
 *
 * <p><b>Promise.</b> {@link dev.holdfast.policy.document.PolicyDocument} writes all that a policy
 * says as Markdown, with {@link dev.holdfast.policy.document.PolicyPicture} beside it, and says
 * where a document that was written before is not the policy any more. The same policy gives the
 * same text.
 *
 * <p><b>How it works.</b> Plain writers without templates. In the picture a cluster is a box, its
 * tables are rows from the top to the bottom, an operation is a line down through those it locks;
 * what goes up again turns red.
 */
@NullMarked
package dev.holdfast.policy.document;

import org.jspecify.annotations.NullMarked;
