package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.outbox.JobType;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Runs the {@link ClaimWork}, {@link OutboxRelay} and {@link JobWork} beans: last to start, when
 * all else is there, and first to stop, while handlers still have all that they need. All stop at
 * the same time.
 */
final class Workers implements SmartLifecycle {

  private static final System.Logger LOG = System.getLogger("dev.holdfast.spring");

  private final Supplier<Holdfast> holdfast;
  private final ObjectProvider<ClaimWork> claims;
  private final ObjectProvider<OutboxRelay> relays;
  private final ObjectProvider<JobWork> jobs;
  private final WorkerProperties properties;
  private final List<ClaimWorker> running = new ArrayList<>();

  Workers(
      Supplier<Holdfast> holdfast,
      ObjectProvider<ClaimWork> claims,
      ObjectProvider<OutboxRelay> relays,
      ObjectProvider<JobWork> jobs,
      WorkerProperties properties) {
    this.holdfast = holdfast;
    this.claims = claims;
    this.relays = relays;
    this.jobs = jobs;
    this.properties = properties;
  }

  @Override
  public synchronized void start() {
    claims.orderedStream().forEach(work -> running.add(start(work)));
    relays.orderedStream().forEach(relay -> running.add(start(relay)));
    jobs.orderedStream().forEach(work -> running.add(start(work)));
  }

  @Override
  public synchronized void stop() {
    Duration timeout = properties.stopTimeout();
    List<CompletableFuture<Boolean>> stops =
        running.stream()
            .map(worker -> CompletableFuture.supplyAsync(() -> worker.stop(timeout), Workers::run))
            .toList();
    long late = stops.stream().filter(stop -> !stop.join()).count();
    if (late > 0) {
      LOG.log(
          Level.WARNING,
          "{0} of {1} workers had handlers that did not end within {2}",
          late,
          stops.size(),
          timeout);
    }
    running.clear();
  }

  @Override
  public synchronized boolean isRunning() {
    return !running.isEmpty();
  }

  private ClaimWorker start(ClaimWork work) {
    return holdfast.get().claims(work.table(), work.claims()).work(work.worker(), work.handler());
  }

  private ClaimWorker start(OutboxRelay relay) {
    return holdfast
        .get()
        .outbox()
        .relay(
            relay.claims(), relay.worker(), relay.handler(), relay.topics().toArray(String[]::new));
  }

  private ClaimWorker start(JobWork work) {
    JobType[] types = work.types().toArray(JobType[]::new);
    return holdfast.get().outbox().jobs().work(work.claims(), work.worker(), types);
  }

  private static void run(Runnable stop) {
    new Thread(stop, "holdfast-worker-stop").start();
  }
}
