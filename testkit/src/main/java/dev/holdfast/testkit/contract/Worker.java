package dev.holdfast.testkit.contract;

import dev.holdfast.testkit.process.ChildJvm;
import java.time.Duration;

/** A client in a process of its own, as the test sees it. It holds at most one lock at a time. */
final class Worker implements AutoCloseable {
  // Long enough for a JVM to start on a machine that starts four of them.
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final ChildJvm process;

  private Worker(ChildJvm process) {
    this.process = process;
  }

  // The configuration may hold a password: it goes in by the pipe, not by the command line.
  static Worker start(Class<? extends LockClientFactory> factory, String config) {
    Worker worker = new Worker(ChildJvm.start(WorkerMain.class));
    worker.process.tell(Message.of("open", factory.getName(), config).line());
    return worker.expectOpened();
  }

  private Worker expectOpened() {
    try {
      hear(ANSWER);
      return this;
    } catch (RuntimeException | AssertionError failed) {
      process.close();
      throw failed;
    }
  }

  ChildJvm process() {
    return process;
  }

  boolean tryAcquire(String resource, Duration ttl) {
    return Boolean.parseBoolean(ask("try", resource, ttl.toMillis()));
  }

  boolean isHeld() {
    return Boolean.parseBoolean(ask("held"));
  }

  boolean release() {
    return Boolean.parseBoolean(ask("release"));
  }

  boolean guardedIncrement(String counter) {
    return Boolean.parseBoolean(ask("guarded", counter));
  }

  void startFuzz(FuzzRun run) {
    process.tell(
        Message.of(
                "fuzz", run.prefix(), run.threads(), run.counters(), run.increments(), run.seed())
            .line());
  }

  long awaitFuzz(Duration within) {
    return Long.parseLong(hear(within));
  }

  private String ask(Object... words) {
    process.tell(Message.of(words).line());
    return hear(ANSWER);
  }

  private String hear(Duration within) {
    Message answer = Message.parse(process.hear(within));
    if (answer.word(0).equals("failed")) {
      throw new AssertionError(process + " failed: " + answer.word(1));
    }
    return answer.word(1);
  }

  @Override
  public void close() {
    process.close();
  }
}
