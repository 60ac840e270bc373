package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.holdfast.support.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InboxTest {

  private static final long FAR = TimeUnit.HOURS.toNanos(1);
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final Inbox inbox = new Inbox();

  @Test
  @DisplayName("what becomes due between a look and the sleep that follows is not slept through")
  void dueBeforeSleep() {
    inbox.readBy(Thread.currentThread());
    inbox.due(System.nanoTime() + FAR); // the reader let go of the helm
    inbox.due(System.nanoTime()); // somebody had it for a moment, and left work for soon
    inbox.wakeReader();
    assertTimeoutPreemptively(LIMIT, inbox::await);
  }

  @Test
  @DisplayName("a reader that sleeps longer than until what is due is woken, another one is not")
  void dueDuringSleep() throws Exception {
    CountDownLatch woken = new CountDownLatch(1);
    Thread reader =
        new Thread(
            () -> {
              inbox.await();
              woken.countDown();
            });
    inbox.readBy(reader);
    inbox.due(System.nanoTime() + FAR);
    reader.start();
    Await.until("it sleeps", () -> reader.getState() == Thread.State.TIMED_WAITING);
    inbox.due(System.nanoTime() + 2 * FAR);
    inbox.wakeReader();
    assertThat(woken.await(100, TimeUnit.MILLISECONDS)).as("woken for nothing").isFalse();
    inbox.due(System.nanoTime());
    inbox.wakeReader();
    Await.signal("it is woken", woken);
  }
}
