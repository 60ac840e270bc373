package dev.holdfast.examples.permitworkflow;

import dev.holdfast.VersionCheck;
import dev.holdfast.examples.permitworkflow.PermitApplication.Content;
import dev.holdfast.version.IfMatch;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What citizens see: applications with ETags. */
@RestController
@RequestMapping("/applications")
class ApplicationController {

  private final Applications applications;
  private final Drafts drafts;
  private final Workflow workflow;

  ApplicationController(Applications applications, Drafts drafts, Workflow workflow) {
    this.applications = applications;
    this.drafts = drafts;
    this.workflow = workflow;
  }

  /**
   * An edit.
   *
   * @param rowVersion the version it goes on from, for clients that send no If-Match
   */
  record Edit(String title, String details, @Nullable Long rowVersion) {}

  @PostMapping
  ResponseEntity<PermitApplication> create(@RequestBody Content content) {
    PermitApplication made = applications.create(content);
    return ResponseEntity.created(URI.create("/applications/" + made.id()))
        .eTag(made.eTag().toString())
        .body(made);
  }

  @GetMapping("/{id}")
  ResponseEntity<PermitApplication> get(
      @PathVariable long id,
      @RequestHeader(name = "If-None-Match", required = false) @Nullable String known) {
    PermitApplication found = applications.find(id);
    if (known != null && found.eTag().isNamedBy(known)) {
      return ResponseEntity.status(304).eTag(found.eTag().toString()).build();
    }
    return found.answer();
  }

  @PutMapping("/{id}")
  ResponseEntity<PermitApplication> edit(
      @PathVariable long id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody Edit edit) {
    VersionCheck seen =
        ifMatch == null && edit.rowVersion() != null
            ? VersionCheck.of(edit.rowVersion())
            : IfMatch.required(ifMatch);
    drafts.edit(id, seen, edit.title(), edit.details());
    return applications.find(id).answer();
  }

  @PostMapping("/{id}/submit")
  ResponseEntity<PermitApplication> submit(
      @PathVariable long id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
    workflow.submit(id, IfMatch.required(ifMatch));
    return applications.find(id).answer();
  }

  @GetMapping("/{id}/transitions")
  List<Map<String, Object>> transitions(@PathVariable long id) {
    return applications.transitions(id);
  }
}
