package dev.holdfast.examples.publisher;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Items over HTTP. */
@RestController
class DeviationController {

  private final Deviations deviations;
  private final ObjectProvider<LocalGallery> gallery;

  DeviationController(Deviations deviations, ObjectProvider<LocalGallery> gallery) {
    this.deviations = deviations;
    this.gallery = gallery;
  }

  @PostMapping("/deviations")
  ResponseEntity<Deviation> schedule(@RequestBody Deviation.Request request) {
    String id = deviations.schedule(request.title(), request.scheduledAt());
    return ResponseEntity.created(URI.create("/deviations/" + id)).body(get(id));
  }

  @GetMapping("/deviations/{id}")
  Deviation get(@PathVariable String id) {
    return deviations
        .find(id)
        .orElseThrow(
            () -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no item " + id));
  }

  /** Items by status; of our own gallery also uploads that were one too many: always 0. */
  @GetMapping("/stats")
  Map<String, Number> stats() {
    Map<String, Number> stats = new TreeMap<>(deviations.count());
    LocalGallery ours = gallery.getIfAvailable();
    if (ours != null) {
      ours.wall().counts().forEach((name, count) -> stats.put("gallery." + name, count));
    }
    return stats;
  }
}
