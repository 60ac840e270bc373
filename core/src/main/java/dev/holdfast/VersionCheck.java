package dev.holdfast;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which version of a row a write goes on from. It remembers whether it came from an If-Match
 * header: then a changed version is answered with 412 instead of 409.
 *
 * @param versions any of these will do; with none, and not {@code any}, nothing will
 * @param any whatever version there is, so long as there is a row ({@code If-Match: *})
 * @param ifMatch whether it came from an If-Match header
 */
public record VersionCheck(List<Version> versions, boolean any, boolean ifMatch) {

  public VersionCheck {
    versions = List.copyOf(versions);
    if (any && !versions.isEmpty()) {
      throw new InvalidRequestException("either any version or some versions, not both");
    }
  }

  public static VersionCheck of(Version version) {
    return new VersionCheck(List.of(version), false, false);
  }

  public static VersionCheck of(long number) {
    return of(Version.of(number));
  }

  public static VersionCheck of(Instant time) {
    return of(Version.of(time));
  }

  /** Whatever version there is now, so long as there is a row: the last writer wins. */
  public static VersionCheck current() {
    return new VersionCheck(List.of(), true, false);
  }

  public boolean accepts(Version actual) {
    return any || versions.contains(actual);
  }

  /** Such as {@code 7}, {@code 7 or 8}, {@code any}. */
  @Override
  public String toString() {
    if (any) {
      return "any";
    }
    return versions.isEmpty()
        ? "none that this table knows"
        : versions.stream().map(Version::toString).collect(Collectors.joining(" or "));
  }
}
