package dev.holdfast.examples.evalium.web;

import dev.holdfast.examples.evalium.assignments.AssignmentService;
import dev.holdfast.examples.evalium.privacy.PrivacyJobs;
import dev.holdfast.examples.evalium.programmes.EnrolmentService;
import dev.holdfast.examples.evalium.remediation.RemediationService;
import dev.holdfast.examples.evalium.results.AlreadyStartedException;
import dev.holdfast.examples.evalium.results.NoSuchAssignmentException;
import dev.holdfast.examples.evalium.results.ResultsService;
import dev.holdfast.examples.evalium.users.UserService;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
class EvaliumController {

  record NewAssignment(long evaluation, long candidate) {}

  record NewSession(long candidate, int minutes) {}

  record NewEnrolment(long programme, long candidate) {}

  record Submission(long enrolment) {}

  record NewRole(long role) {}

  private final AssignmentService assignments;
  private final ResultsService results;
  private final RemediationService remediation;
  private final EnrolmentService enrolments;
  private final People people;

  /** What is done to people. */
  @Component
  record People(UserService users, PrivacyJobs privacy) {}

  EvaliumController(
      AssignmentService assignments,
      ResultsService results,
      RemediationService remediation,
      EnrolmentService enrolments,
      People people) {
    this.assignments = assignments;
    this.results = results;
    this.remediation = remediation;
    this.enrolments = enrolments;
    this.people = people;
  }

  @PostMapping("/assignments")
  @ResponseStatus(HttpStatus.CREATED)
  Map<String, Long> createAssignment(@RequestBody NewAssignment wanted) {
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    return Map.of(
        "id",
        assignments.createAssignment(
            wanted.evaluation, wanted.candidate, now, now.plus(Duration.ofDays(7))));
  }

  @PostMapping("/assignments/{id}/sessions")
  @ResponseStatus(HttpStatus.CREATED)
  Map<String, Long> startSession(@PathVariable long id, @RequestBody NewSession wanted) {
    Duration length = Duration.ofMinutes(wanted.minutes);
    return Map.of("id", results.createDeliverySession(id, wanted.candidate, length));
  }

  @PostMapping("/sessions/{id}/submission")
  ResponseEntity<Void> submit(@PathVariable long id, @RequestBody Submission submission) {
    boolean done = results.submit(id, submission.enrolment);
    return ResponseEntity.status(done ? HttpStatus.NO_CONTENT : HttpStatus.CONFLICT).build();
  }

  @PostMapping("/sessions/expired")
  Map<String, Integer> reap() {
    return Map.of("closed", results.closeExpiredSessions());
  }

  @PostMapping("/correction-batches/{id}/application")
  Map<String, Integer> apply(@PathVariable long id) {
    return Map.of("corrected", remediation.applyCorrectionBatch(id));
  }

  @PostMapping("/enrolments")
  @ResponseStatus(HttpStatus.CREATED)
  Map<String, Long> enrol(@RequestBody NewEnrolment wanted) {
    return Map.of("id", enrolments.create(wanted.programme, wanted.candidate));
  }

  @PutMapping("/users/{id}/role")
  ResponseEntity<Void> setRole(@PathVariable long id, @RequestBody NewRole wanted) {
    boolean done = people.users.setUserRole(id, wanted.role);
    return ResponseEntity.status(done ? HttpStatus.NO_CONTENT : HttpStatus.NOT_FOUND).build();
  }

  @PostMapping("/users/{id}/privacy-jobs")
  @ResponseStatus(HttpStatus.ACCEPTED)
  Map<String, Long> forget(@PathVariable long id) {
    return Map.of("job", people.privacy.forget(id));
  }

  @ExceptionHandler
  ProblemDetail started(AlreadyStartedException error) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, error.getMessage());
  }

  @ExceptionHandler
  ProblemDetail missing(NoSuchAssignmentException error) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, error.getMessage());
  }
}
