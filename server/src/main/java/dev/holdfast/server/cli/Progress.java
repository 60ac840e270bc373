package dev.holdfast.server.cli;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/** Says now and then how far a long run is; a short one says nothing. */
final class Progress implements IntConsumer {
  private static final long PAUSE = Duration.ofSeconds(3).toNanos();

  private final Console console;
  private final AtomicLong next = new AtomicLong(System.nanoTime() + PAUSE);

  Progress(Console console) {
    this.console = console;
  }

  @Override
  public void accept(int done) {
    long due = next.get();
    long now = System.nanoTime();
    if (now - due >= 0 && next.compareAndSet(due, now + PAUSE)) {
      console.say(done + " files read ...");
    }
  }
}
