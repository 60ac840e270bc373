package dev.holdfast.examples.permitworkflow;

import dev.holdfast.VersionCheck;
import dev.holdfast.version.IfMatch;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * What officers do. If-Match is theirs to use: with it, a transition based on what was changed
 * since is refused (412).
 */
@RestController
@RequestMapping("/applications/{id}")
class OfficerController {

  private final Workflow workflow;
  private final Applications applications;

  OfficerController(Workflow workflow, Applications applications) {
    this.workflow = workflow;
    this.applications = applications;
  }

  record Claim(String officer) {}

  record Forward(String officer, String desk) {}

  @PostMapping("/claim")
  ResponseEntity<PermitApplication> claim(@PathVariable long id, @RequestBody Claim claim) {
    workflow.claim(id, claim.officer());
    return applications.find(id).answer();
  }

  @PostMapping("/forward")
  ResponseEntity<PermitApplication> forward(
      @PathVariable long id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody Forward forward) {
    workflow.forward(id, forward.officer(), forward.desk(), seen(ifMatch));
    return applications.find(id).answer();
  }

  @PostMapping("/approve")
  ResponseEntity<PermitApplication> approve(
      @PathVariable long id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody Claim by) {
    workflow.decide(id, by.officer(), State.APPROVED, seen(ifMatch));
    return applications.find(id).answer();
  }

  @PostMapping("/reject")
  ResponseEntity<PermitApplication> reject(
      @PathVariable long id,
      @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
      @RequestBody Claim by) {
    workflow.decide(id, by.officer(), State.REJECTED, seen(ifMatch));
    return applications.find(id).answer();
  }

  private static VersionCheck seen(@Nullable String ifMatch) {
    return IfMatch.of(ifMatch).orElse(VersionCheck.current());
  }
}
