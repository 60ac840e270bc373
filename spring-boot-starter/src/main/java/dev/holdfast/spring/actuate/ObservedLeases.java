package dev.holdfast.spring.actuate;

import dev.holdfast.LeaseHeldException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.lease.Lease;
import dev.holdfast.spring.LeaseObserver;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * A leased call as an observation {@code holdfast.leased}: from the wish to the end. Tags: the
 * template and the outcome. The resource's name and the fence are on spans only.
 */
final class ObservedLeases implements LeaseObserver {

  private static final String OUTCOME = "outcome";

  private final ObservationRegistry registry;

  ObservedLeases(ObservationRegistry registry) {
    this.registry = registry;
  }

  @Override
  public Course begin(String template, String resource) {
    Observation observation =
        Observation.createNotStarted("holdfast.leased", registry)
            .contextualName("leased " + template)
            .lowCardinalityKeyValue("resource.template", template)
            .lowCardinalityKeyValue(OUTCOME, "done")
            .highCardinalityKeyValue("resource", resource)
            .start();
    return new Observed(observation);
  }

  private record Observed(Observation observation) implements Course {

    @Override
    public void granted(Lease lease) {
      observation.highCardinalityKeyValue("fence", Long.toString(lease.fence()));
      observation.event(Observation.Event.of("lease.granted"));
    }

    @Override
    public void skipped() {
      stop("skipped");
    }

    @Override
    public void done() {
      stop("done");
    }

    @Override
    public void failed(Throwable error) {
      if (error instanceof LeaseHeldException) {
        stop("busy");
        return;
      }
      observation.error(error);
      stop(error instanceof LeaseLostException ? "lost" : "failed");
    }

    private void stop(String outcome) {
      observation.lowCardinalityKeyValue(KeyValue.of(OUTCOME, outcome)).stop();
    }
  }
}
