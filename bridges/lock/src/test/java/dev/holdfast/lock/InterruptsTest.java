package dev.holdfast.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.junit.HoldfastTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What {@link java.util.concurrent.locks.Lock} says about interrupts. */
@HoldfastTest
@SuppressWarnings("LockNotBeforeTry") // each step is looked at by itself
class InterruptsTest {

  private final Holdfast holdfast;
  private final HoldfastLock lock;

  InterruptsTest(Holdfast holdfast) {
    this.holdfast = holdfast;
    this.lock = HoldfastLocks.on(holdfast).lock("x");
  }

  @Test
  @DisplayName("W5: an interrupt ends lockInterruptibly and a timed tryLock, which hold nothing")
  void waitsEnd() throws Exception {
    lock.lock();
    for (Callable<Boolean> wait :
        List.<Callable<Boolean>>of(this::lockInterruptibly, this::tryLock)) {
      assertThatThrownBy(() -> interrupted(wait).get(60, TimeUnit.SECONDS))
          .hasCauseInstanceOf(InterruptedException.class);
    }
    lock.unlock();
    assertThat(Elsewhere.tryLock(lock)).isTrue();
  }

  private boolean lockInterruptibly() throws InterruptedException {
    lock.lockInterruptibly();
    return true;
  }

  private boolean tryLock() throws InterruptedException {
    return lock.tryLock(5, TimeUnit.MINUTES);
  }

  @Test
  @DisplayName("W5: a thread that is interrupted already does not begin to wait, though it is free")
  void notBegun() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).as("the exception says it instead").isFalse();
    Thread.currentThread().interrupt();
    assertThatThrownBy(this::tryLock).isInstanceOf(InterruptedException.class);
    assertThat(lock.holdCount()).isZero();
  }

  @Test
  @DisplayName("W5: an interrupt does not end lock(), and is there afterwards")
  void lockGoesOn() throws Exception {
    lock.lock();
    CompletableFuture<Boolean> locked =
        interrupted(
            () -> {
              lock.lock();
              boolean flag = Thread.currentThread().isInterrupted();
              lock.unlock(); // nor does the flag keep it from being given back
              return flag && Thread.currentThread().isInterrupted();
            });
    assertThatThrownBy(() -> locked.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    lock.unlock();
    assertThat(locked.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(lock.tryLock()).isTrue();
  }

  @Test
  @DisplayName("W5: tryLock and unlock do not care about the flag, and leave it")
  void flagStays() {
    Thread.currentThread().interrupt();
    assertThat(lock.tryLock()).isTrue();
    lock.unlock();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(lock.tryLock()).isTrue();
  }

  /** Runs it in a thread that is interrupted once it stands in the queue. */
  private CompletableFuture<Boolean> interrupted(Callable<Boolean> wait) {
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    Thread thread =
        Elsewhere.thread(
            () -> {
              try {
                end.complete(wait.call());
              } catch (Exception e) {
                end.completeExceptionally(e);
              }
            });
    Eventually.holds(
        "it waits",
        Duration.ofMinutes(1),
        () -> holdfast.leases().find("x").orElseThrow().waiting() > 0);
    thread.interrupt();
    return end;
  }
}
