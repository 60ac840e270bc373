package dev.holdfast.examples.processengine;

import java.net.URI;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The engine over HTTP. */
@RestController
class ProcessController {

  private final ProcessEngine engine;
  private final Instances instances;

  ProcessController(ProcessEngine engine, Instances instances) {
    this.engine = engine;
    this.instances = instances;
  }

  @PostMapping("/instances")
  ResponseEntity<Instance> create() {
    Instance instance = instances.create();
    return ResponseEntity.created(URI.create("/instances/" + instance.id())).body(instance);
  }

  @GetMapping("/instances/{id}")
  Instance get(@PathVariable long id) {
    return engine.find(id);
  }

  @PostMapping("/instances/{id}/process/next")
  Instance next(@PathVariable long id) throws InterruptedException {
    return engine.next(id);
  }

  @GetMapping("/instances/{id}/process/history")
  List<Step> history(@PathVariable long id) {
    engine.find(id);
    return instances.history(id);
  }

  @GetMapping("/instances/{id}/locks")
  List<InstanceLock> pastLocks(@PathVariable long id) {
    engine.find(id);
    return engine.pastLocks(id);
  }

  @GetMapping("/locks")
  List<InstanceLock> locks() {
    return engine.locks();
  }
}
