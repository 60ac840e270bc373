package dev.holdfast.spring.web;

import dev.holdfast.Version;
import dev.holdfast.version.ETag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * Answers that carry a row's version as ETag. A GET with the same version in If-None-Match is then
 * answered with 304 by Spring; a PUT that sends it back in If-Match gets it as {@link
 * dev.holdfast.VersionCheck}.
 */
public final class Etags {

  private Etags() {}

  /** 200 with the body, at this version. */
  public static <T> ResponseEntity<T> ok(Version version, @Nullable T body) {
    return ResponseEntity.ok().eTag(ETag.of(version).toString()).body(body);
  }

  /** 204: it was changed, and has this version now. */
  public static ResponseEntity<Void> changed(Version version) {
    return ResponseEntity.noContent().eTag(ETag.of(version).toString()).build();
  }
}
