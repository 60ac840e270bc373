package dev.holdfast.version;

import dev.holdfast.Version;

/**
 * A version as the HTTP header of the same name: a strong tag, since a version stands for exactly
 * one state of the row. {@link #toString()} is the header's value: {@code "42"}, quotes included.
 *
 * @param version the version that it stands for
 */
public record ETag(Version version) {

  public static ETag of(Version version) {
    return new ETag(version);
  }

  public static ETag of(long version) {
    return new ETag(Version.of(version));
  }

  /**
   * Whether an If-None-Match header names this version, so that a GET is answered with 304; {@code
   * *} names every version. Weak tags count here.
   *
   * @throws dev.holdfast.InvalidRequestException if the header is not one
   */
  public boolean isNamedBy(String ifNoneMatch) {
    TagList tags = TagList.parse("If-None-Match", ifNoneMatch);
    return tags.any()
        || tags.tags().stream().anyMatch(tag -> tag.opaque().equals(version.toString()));
  }

  /** The header's value. */
  @Override
  public String toString() {
    return '"' + version.toString() + '"';
  }
}
