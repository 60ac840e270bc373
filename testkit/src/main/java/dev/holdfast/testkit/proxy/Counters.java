package dev.holdfast.testkit.proxy;

/** The proxy's running counts, kept by its own thread. */
final class Counters {
  private long accepted;
  private long requestBytes;
  private long answerBytes;
  private long swallowedBytes;
  private long delayedBytes;

  void countAccepted() {
    accepted++;
  }

  void countPassed(Direction direction, int bytes) {
    if (direction == Direction.REQUESTS) {
      requestBytes += bytes;
    } else {
      answerBytes += bytes;
    }
  }

  void countSwallowed(int bytes) {
    swallowedBytes += bytes;
  }

  void countDelayed(int bytes) {
    delayedBytes += bytes;
  }

  ProxyStats snapshot(int open) {
    return new ProxyStats(accepted, open, requestBytes, answerBytes, swallowedBytes, delayedBytes);
  }
}
