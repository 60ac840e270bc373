package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VirtualThreadsTest {

  @Test
  @DisplayName("a thousand virtual threads wait for leases without pinning a carrier")
  void noPinning(@TempDir Path directory) throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "virtual threads need JDK 21");
    try (Lab lab = new Lab(Isolation.READ_COMMITTED);
        Recording recording = new Recording()) {
      recording.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(1));
      recording.start();
      Leases leases = lab.open().leases();
      AtomicInteger granted = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        String resource = "r" + i % 50;
        threads.add(startVirtual(() -> work(leases, resource, granted)));
      }
      for (Thread thread : threads) {
        thread.join(120_000);
      }
      recording.stop();
      assertThat(granted).hasValue(1_000);
      Path file = Files.createTempFile(directory, "pinned", ".jfr");
      recording.dump(file);
      assertThat(RecordingFile.readAllEvents(file))
          .filteredOn(event -> String.valueOf(event.getStackTrace()).contains("dev.holdfast"))
          .isEmpty();
    }
  }

  private static void work(Leases leases, String resource, AtomicInteger granted) {
    LeaseOptions patient = LeaseOptions.defaults().withWait(Duration.ofMinutes(2));
    try (Lease lease = leases.acquire(resource, patient)) {
      if (lease.isHeld()) {
        granted.incrementAndGet();
      }
    }
  }

  /** {@code Thread.startVirtualThread}, which this language level does not have. */
  private static Thread startVirtual(Runnable task) throws ReflectiveOperationException {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }
}
