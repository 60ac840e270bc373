package dev.holdfast.testkit.proxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** One direction of one connection: bytes read, kept until they are due, and written. */
final class Flow {
  /** Past this the proxy stops reading, so that a slow reader slows the writer as TCP would. */
  private static final int MAX_PENDING_BYTES = 256 * 1024;

  private static final int CHUNK_BYTES = 16 * 1024;

  private record Chunk(ByteBuffer bytes, long dueAt) {}

  private final Direction direction;
  private final SocketChannel from;
  private final SocketChannel to;
  private final Counters counters;
  private final Deque<Chunk> pending = new ArrayDeque<>();
  private int pendingBytes;
  private boolean ended;
  private boolean endPassedOn;
  private boolean lostBytes;
  private byte[] watchedFor = {};
  private boolean seen;

  Flow(Direction direction, SocketChannel from, SocketChannel to, Counters counters) {
    this.direction = direction;
    this.from = from;
    this.to = to;
    this.counters = counters;
  }

  /** From now on looks out for a request with this text; without one, for any. */
  void watchFor(String text) {
    watchedFor = text.getBytes(StandardCharsets.US_ASCII);
    seen = false;
  }

  boolean seen() {
    return seen;
  }

  Direction direction() {
    return direction;
  }

  boolean wantsToRead() {
    return !ended && pendingBytes < MAX_PENDING_BYTES;
  }

  boolean wantsToWrite(long now) {
    Chunk first = pending.peek();
    return first != null && first.dueAt() - now <= 0;
  }

  boolean lostBytes() {
    return lostBytes;
  }

  boolean finished() {
    return endPassedOn;
  }

  /** Nanoseconds until the next byte is due, or {@link Long#MAX_VALUE} if none waits. */
  long untilDue(long now) {
    Chunk first = pending.peek();
    return first == null ? Long.MAX_VALUE : Math.max(0, first.dueAt() - now);
  }

  /** Reads once. Returns the bytes read, 0 if there was nothing or the stream ended. */
  int read(Faults faults, long now) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
    int read = from.read(buffer);
    boolean lose = faults.loses(direction);
    if (read < 0) {
      ended = true;
      // The end of a stream is part of it: it is lost like a byte.
      lostBytes |= lose;
      return 0;
    }
    seen |= read > 0 && Bytes.contain(buffer.array(), read, watchedFor);
    if (lose) {
      swallow(read);
    } else if (read > 0) {
      pending.add(new Chunk(buffer.flip(), now + faults.delay().toNanos()));
      counters.countDelayed(faults.delay().isZero() ? 0 : read);
      pendingBytes += read;
    }
    return read;
  }

  /** Throws away what was read but not yet passed on. */
  void swallowPending() {
    if (pendingBytes > 0) {
      swallow(pendingBytes);
      pending.clear();
      pendingBytes = 0;
    }
  }

  /** The source broke off and nobody is to know. */
  void lose() {
    ended = true;
    lostBytes = true;
  }

  private void swallow(int bytes) {
    lostBytes |= bytes > 0;
    counters.countSwallowed(bytes);
  }

  /** Writes what is due; passes the end of the stream on after the last byte. */
  void write(long now) throws IOException {
    while (wantsToWrite(now)) {
      ByteBuffer bytes = pending.element().bytes();
      int written = to.write(bytes);
      counters.countPassed(direction, written);
      pendingBytes -= written;
      if (bytes.hasRemaining()) {
        return;
      }
      pending.remove();
    }
    if (ended && pending.isEmpty() && !lostBytes && !endPassedOn) {
      endPassedOn = true;
      to.shutdownOutput();
    }
  }
}
