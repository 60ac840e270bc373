package dev.holdfast.testkit.holdfast;

import dev.holdfast.testkit.proxy.Direction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Passes connections on to a server, and cuts them after an exact number of bytes. */
final class Relay implements AutoCloseable {

  private static final long NEVER = Long.MAX_VALUE / 2;

  private final ServerSocket listener;
  private final int target;
  private final Map<Direction, AtomicLong> left = new EnumMap<>(Direction.class);
  private volatile Runnable onCut = () -> {};

  Relay(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    for (Direction direction : Direction.values()) {
      left.put(direction, new AtomicLong(NEVER));
    }
    daemon(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** This many more bytes pass in this direction, then the connection ends. */
  void cutAfter(Direction direction, long bytes) {
    left(direction).set(bytes);
  }

  void heal() {
    left.values().forEach(each -> each.set(NEVER));
  }

  /** Does this when bytes were held back, before the connection ends. */
  void onCut(Runnable action) {
    onCut = action;
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  private AtomicLong left(Direction direction) {
    return left.getOrDefault(direction, new AtomicLong());
  }

  private void accept() {
    try {
      while (!listener.isClosed()) {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        daemon(() -> copy(client, server, Direction.REQUESTS));
        daemon(() -> copy(server, client, Direction.ANSWERS));
      }
    } catch (IOException e) {
      // closed: the test is over
    }
  }

  private void copy(Socket from, Socket to, Direction direction) {
    byte[] buffer = new byte[8192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        long rest = left(direction).getAndAdd(-read);
        int pass = (int) Math.max(0, Math.min(read, rest));
        out.write(buffer, 0, pass);
        out.flush();
        if (pass < read || rest == read) {
          onCut.run();
          return; // the end for both sides
        }
      }
    } catch (IOException e) {
      // one of them is gone, and so is the other now
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "relay");
    thread.setDaemon(true);
    thread.start();
  }
}
