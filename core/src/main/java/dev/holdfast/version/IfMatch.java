package dev.holdfast.version;

import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import dev.holdfast.VersionRequiredException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP header If-Match as a {@link VersionCheck} (RFC 9110, 13.1.1): a list of tags of which
 * the row's must be one, or {@code *} for any row that exists.
 *
 * <p>Tags are compared strongly: a weak one ({@code W/"42"}) matches nothing, and neither does one
 * that no version of ours could be. Both are no error of the request: the answer is 412. What is
 * not a header at all is refused with {@link dev.holdfast.InvalidRequestException}, 400. Several
 * header lines are to be joined with commas, as HTTP libraries do.
 */
public final class IfMatch {

  private IfMatch() {}

  /** The check; empty if the request has no such header. */
  public static Optional<VersionCheck> of(@Nullable String header) {
    return header == null ? Optional.empty() : Optional.of(parse(header));
  }

  /**
   * The check.
   *
   * @throws VersionRequiredException if the request has no such header: 428
   */
  public static VersionCheck required(@Nullable String header) {
    return of(header).orElseThrow(VersionRequiredException::new);
  }

  private static VersionCheck parse(String header) {
    TagList list = TagList.parse("If-Match", header);
    List<Version> versions =
        list.tags().stream()
            .filter(tag -> !tag.weak())
            .flatMap(tag -> Version.parse(tag.opaque()).stream())
            .distinct()
            .toList();
    return new VersionCheck(versions, list.any(), true);
  }
}
