package dev.holdfast.examples.permitworkflow;

import dev.holdfast.transaction.TransactionOptions;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code workflow.*}. Default: 5 s.
 *
 * @param lockTimeout how long a transition or an edit waits for a row that somebody has locked
 */
@ConfigurationProperties("workflow")
record WorkflowSettings(@DefaultValue("5s") Duration lockTimeout) {

  /** No retries: the officer decides. */
  TransactionOptions transition() {
    return TransactionOptions.workflow().withLockTimeout(lockTimeout);
  }
}
