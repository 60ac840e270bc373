package dev.holdfast.examples.permitworkflow;

import dev.holdfast.version.ETag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * An application for a permit.
 *
 * @param rowVersion rises with every write
 */
record PermitApplication(
    long id, Content content, State state, Assignment assignment, long rowVersion) {

  /** Its version, for If-Match. */
  ETag eTag() {
    return ETag.of(rowVersion);
  }

  /** As an answer, with the tag of just this state. */
  ResponseEntity<PermitApplication> answer() {
    return ResponseEntity.ok().eTag(eTag().toString()).body(this);
  }

  /** What the citizen writes. */
  record Content(String citizen, String title, String details) {}

  /** Who handles it, and where; null: nobody yet. */
  record Assignment(String desk, @Nullable String officer) {}
}
