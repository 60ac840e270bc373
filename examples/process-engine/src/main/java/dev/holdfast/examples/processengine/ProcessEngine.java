package dev.holdfast.examples.processengine;

import dev.holdfast.Holdfast;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.LeaseQuery;
import dev.holdfast.lease.LeaseState;
import dev.holdfast.lease.Leases;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Service;

/** Moves instances on: one request at a time, however many processes there are. */
@Service
class ProcessEngine {

  private static final int MOST_LOCKS = 1_000;

  private final Leases leases;
  private final LeaseOptions options;
  private final Instances instances;
  private final TaskWork work;
  private final GuardedTransaction transaction;

  ProcessEngine(
      Holdfast holdfast,
      ProcessSettings settings,
      Instances instances,
      TaskWork work,
      GuardedTransaction transaction) {
    this.leases = holdfast.leases();
    this.options = options(settings);
    this.instances = instances;
    this.work = work;
    this.transaction = transaction;
  }

  private static LeaseOptions options(ProcessSettings settings) {
    LeaseOptions options =
        LeaseOptions.defaults().withTtl(settings.lockExpiration()).withWait(Duration.ZERO);
    return settings.lockedBy().isBlank() ? options : options.withHolder(settings.lockedBy());
  }

  /**
   * Does the work of the current task and moves the instance to the next one.
   *
   * @throws dev.holdfast.LeaseHeldException at once, if another request is at this instance
   * @throws dev.holdfast.LeaseLostException if this one took too long and another has taken over:
   *     nothing was stored
   */
  Instance next(long id) throws InterruptedException {
    find(id);
    try (Lease lease = leases.acquire(InstanceLock.resource(id), options)) {
      // What was read before the lease may be old by now.
      Task from = find(id).currentTask();
      Task to = from.next().orElseThrow(() -> new ProcessEndedException(id));
      work.perform(id, from, lease.fence());
      Step step = new Step(from, to, Long.toString(lease.fence()), lease.holder(), Instant.now());
      transaction.run(lease, () -> instances.move(id, step));
      return new Instance(id, to);
    }
  }

  Instance find(long id) {
    return instances.find(id).orElseThrow(() -> new NoSuchInstanceException(id));
  }

  /** Which instances are locked just now, by whom. */
  List<InstanceLock> locks() {
    LeaseQuery held =
        LeaseQuery.all()
            .withPrefix(InstanceLock.PREFIX)
            .withState(LeaseState.HELD)
            .withLimit(MOST_LOCKS);
    return leases.list(held).stream().map(InstanceLock::held).toList();
  }

  /** The locks that an instance had, the newest first. */
  List<InstanceLock> pastLocks(long id) {
    return leases.history(InstanceLock.resource(id), MOST_LOCKS).stream()
        .map(lease -> InstanceLock.past(id, lease))
        .toList();
  }
}
