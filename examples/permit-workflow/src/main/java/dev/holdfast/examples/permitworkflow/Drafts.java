package dev.holdfast.examples.permitworkflow;

import static dev.holdfast.version.Assignments.set;

import dev.holdfast.Holdfast;
import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import dev.holdfast.version.VersionedTable;
import org.springframework.stereotype.Service;

/** What citizens do: optimistic, no lock while they think. */
@Service
class Drafts {

  private final VersionedTable table;
  private final Applications applications;

  Drafts(Holdfast holdfast, WorkflowSettings settings, Applications applications) {
    this.table =
        holdfast.versions().table("applications", "id").withLockTimeout(settings.lockTimeout());
    this.applications = applications;
  }

  /**
   * Writes title and details, if the application still is what the citizen saw.
   *
   * @throws dev.holdfast.StaleVersionException if it is not: reload and look again
   */
  Version edit(long id, VersionCheck seen, String title, String details) {
    if (!applications.find(id).state().isOpen()) {
      throw new DecidedException(id);
    }
    // Decided in between? Then its version has risen, too.
    return table.update(id, seen, set("title", title).and("details", details));
  }
}
