package dev.holdfast.testkit.process;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last lines of a stream: enough to say why a child failed, however much it wrote. */
final class Tail {
  private static final int MAX_LINES = 60;

  private final Deque<String> lines = new ArrayDeque<>();

  synchronized void add(String line) {
    if (lines.size() == MAX_LINES) {
      lines.removeFirst();
    }
    lines.addLast(line);
  }

  @Override
  public synchronized String toString() {
    return String.join("\n", lines);
  }
}
