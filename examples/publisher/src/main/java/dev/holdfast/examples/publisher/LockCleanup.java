package dev.holdfast.examples.publisher;

import dev.holdfast.claim.Claims;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Frees the items of dead workers every 30 minutes. Nothing waits for it, since the next claim
 * takes them anyway; it is the line in the log that tells of workers that die.
 */
@Component
class LockCleanup {

  private static final Logger LOG = LoggerFactory.getLogger(LockCleanup.class);

  private final Claims claims;

  LockCleanup(Claims claims) {
    this.claims = claims;
  }

  @Scheduled(initialDelayString = "PT30M", fixedRateString = "PT30M")
  void run() {
    int released = release();
    if (released > 0) {
      LOG.info("Released {} stale locks", released);
    }
  }

  /** How many were freed. */
  int release() {
    return claims.sweep();
  }
}
