package dev.holdfast.testkit.proxy;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One client's connection and the one to the server that belongs to it. */
final class Link {
  private final SocketChannel client;
  private final SocketChannel server;
  private final SelectionKey clientKey;
  private final SelectionKey serverKey;
  private final Flow requests;
  private final Flow answers;
  private boolean open = true;

  Link(SocketChannel client, SocketAddress target, Selector selector, Counters counters)
      throws IOException {
    this.client = client;
    this.server = SocketChannel.open();
    for (SocketChannel channel : new SocketChannel[] {client, server}) {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }
    this.requests = new Flow(Direction.REQUESTS, client, server, counters);
    this.answers = new Flow(Direction.ANSWERS, server, client, counters);
    boolean connected = server.connect(target);
    this.clientKey = client.register(selector, connected ? SelectionKey.OP_READ : 0, this);
    this.serverKey =
        server.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
  }

  boolean isOpen() {
    return open;
  }

  boolean lostBytes() {
    return requests.lostBytes() || answers.lostBytes();
  }

  long untilDue(long now) {
    return Math.min(requests.untilDue(now), answers.untilDue(now));
  }

  /** From now on an answer counts as one to a request with this text made after this call. */
  void arm(String text) {
    requests.watchFor(text);
  }

  boolean requestedSinceArmed() {
    return requests.seen();
  }

  /** True if this key says that the server has something to say. */
  boolean isAnswer(SelectionKey key) {
    return key == serverKey && key.isValid() && key.isReadable();
  }

  void swallowPending(Direction direction) {
    (direction == Direction.REQUESTS ? requests : answers).swallowPending();
  }

  /** Moves what can be moved for one selected key. */
  void advance(SelectionKey key, Faults faults, long now) {
    Flow flow = key == clientKey ? requests : answers;
    try {
      if (key.isConnectable()) {
        server.finishConnect();
      }
      if (key.isReadable() && flow.wantsToRead()) {
        flow.read(faults, now);
      }
    } catch (IOException broken) {
      endOf(flow, faults);
    }
  }

  // A peer that vanishes behind a silent network is not noticed on the other side.
  private void endOf(Flow flow, Faults faults) {
    if (faults.loses(flow.direction())) {
      flow.lose();
      closeAbruptly(flow == requests ? client : server);
    } else {
      reset();
    }
  }

  /** Writes what is due and tells the selector what to wait for next. */
  void settle(long now) {
    if (!open || !server.isConnected()) {
      return;
    }
    try {
      requests.write(now);
      answers.write(now);
    } catch (IOException broken) {
      reset();
      return;
    }
    if (requests.finished() && answers.finished()) {
      close();
      return;
    }
    listenFor(clientKey, requests.wantsToRead(), answers.wantsToWrite(now));
    listenFor(serverKey, answers.wantsToRead(), requests.wantsToWrite(now));
  }

  private static void listenFor(SelectionKey key, boolean read, boolean write) {
    if (key.isValid()) {
      key.interestOps((read ? SelectionKey.OP_READ : 0) | (write ? SelectionKey.OP_WRITE : 0));
    }
  }

  // Both sides said goodbye: let the kernel deliver what it still has.
  private void close() {
    open = false;
    try (client;
        server) {
      return;
    } catch (IOException ignored) {
      // Nothing is left to lose.
    }
  }

  /** Ends both sides at once; a peer that still had something to say gets a reset. */
  void reset() {
    open = false;
    closeAbruptly(client);
    closeAbruptly(server);
  }

  private static void closeAbruptly(SocketChannel channel) {
    try (channel) {
      if (channel.isOpen()) {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      }
    } catch (IOException ignored) {
      // The peer was faster: the connection is gone, which is all that is wanted.
    }
  }
}
