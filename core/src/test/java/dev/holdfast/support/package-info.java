/** What the tests of this module share: databases, bounded waiting, counting, catching. */
@org.jspecify.annotations.NullMarked
package dev.holdfast.support;
