/** Rows V1 to V5 on real PostgreSQL, under each default isolation. */
@org.jspecify.annotations.NullMarked
package dev.holdfast.version;
