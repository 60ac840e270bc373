package dev.holdfast.examples.publisher;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code publisher.*}. Defaults: 5 workers, a look for due items every second, items of a
 * dead process free after 30 s, a gallery of our own in which an upload takes 200 ms.
 *
 * @param workers uploads at a time in this process
 * @param pollInterval how often idle workers look for due items
 * @param workerTtl how soon, at the latest, the items of a dead process are taken over
 * @param uploadDuration how long an upload to our own gallery takes
 * @param galleryUrl the address of the gallery; {@code local}: one of our own
 */
@ConfigurationProperties("publisher")
record PublisherSettings(
    @DefaultValue("5") int workers,
    @DefaultValue("1s") Duration pollInterval,
    @DefaultValue("30s") Duration workerTtl,
    @DefaultValue("200ms") Duration uploadDuration,
    @DefaultValue("local") String galleryUrl) {

  PublisherSettings {
    if (workers < 1 || workers > 100) {
      throw new IllegalArgumentException("publisher.workers is 1 to 100, not " + workers);
    }
  }

  URI galleryAddress() {
    return URI.create(galleryUrl);
  }
}
