@org.jspecify.annotations.NullMarked
package dev.holdfast.schema;
