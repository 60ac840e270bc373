package dev.holdfast.examples.processengine;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code process.*}. Defaults: a lock expires after 5 minutes, a task takes 300 ms, locks
 * are held in the name of this process.
 *
 * @param lockExpiration how long an instance stays locked if its process dies; it is renewed while
 *     the process lives
 * @param taskDuration how long the work of a task takes
 * @param lockedBy the name that others see; empty: host and process id
 */
@ConfigurationProperties("process")
record ProcessSettings(
    @DefaultValue("5m") Duration lockExpiration,
    @DefaultValue("300ms") Duration taskDuration,
    @DefaultValue("") String lockedBy) {

  ProcessSettings {
    if (taskDuration.isNegative()) {
      throw new IllegalArgumentException("process.task-duration is zero or more");
    }
  }
}
