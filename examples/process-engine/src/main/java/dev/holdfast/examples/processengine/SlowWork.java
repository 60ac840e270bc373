package dev.holdfast.examples.processengine;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Work that only takes its time. */
record SlowWork(Duration duration) implements TaskWork {

  @Override
  public void perform(long instanceId, Task task, long fence) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }
}
