package dev.holdfast.examples.publisher;

import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimWorker;
import dev.holdfast.claim.Claims;
import dev.holdfast.claim.WorkerOptions;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/** Publishes what is due. As many processes as one likes do so at the same time. */
@Service
class Publisher implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private final Claims claims;
  private final Upload gallery;
  private final WorkerOptions options;
  private volatile @Nullable ClaimWorker worker;

  Publisher(Claims claims, Upload gallery, PublisherSettings settings) {
    this.claims = claims;
    this.gallery = gallery;
    this.options =
        WorkerOptions.defaults()
            .withConcurrency(settings.workers())
            .withBatch(settings.workers())
            .withPollInterval(settings.pollInterval());
  }

  @EventListener(ApplicationReadyEvent.class)
  void start() {
    worker = claims.work(options, this::publish);
  }

  /** Returns: published. Throws: failed. Nothing is locked in the database meanwhile. */
  void publish(Claim claim) throws IOException, InterruptedException {
    String id = claim.key();
    if (gallery.raise(id, claim.version())) {
      LOG.info("{} is in the gallery already: an earlier worker died after its upload", id);
      return;
    }
    gallery.upload(id, String.valueOf(claim.text("title")), claim.version());
  }

  @Override
  public void destroy() {
    ClaimWorker running = worker;
    if (running != null) {
      running.close();
    }
  }
}
