package dev.holdfast.examples.publisher;

import dev.holdfast.claim.Claim;
import dev.holdfast.claim.ClaimOptions;
import dev.holdfast.claim.WorkerOptions;
import dev.holdfast.spring.ClaimWork;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Service;

/** Publishes what is due. As many processes as one likes do so at the same time. */
@Service
class Publisher {

  private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

  private final Upload gallery;

  Publisher(Upload gallery) {
    this.gallery = gallery;
  }

  /** The starter runs it: it begins when the application is up and ends before all else. */
  @Bean
  ClaimWork publishing(PublisherSettings settings, ClaimOptions options) {
    WorkerOptions workers =
        WorkerOptions.defaults()
            .withConcurrency(settings.workers())
            .withBatch(settings.workers())
            .withPollInterval(settings.pollInterval());
    return ClaimWork.on(Deviation.TABLE, this::publish).with(options).with(workers);
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
}
