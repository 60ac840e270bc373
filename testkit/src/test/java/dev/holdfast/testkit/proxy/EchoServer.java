package dev.holdfast.testkit.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Sends back each byte; counts those that reached it. */
final class EchoServer implements AutoCloseable {
  private final ServerSocket socket;
  private final List<Socket> clients = new CopyOnWriteArrayList<>();
  private final AtomicLong received = new AtomicLong();

  EchoServer() throws IOException {
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("echo-accept", this::accept);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  long received() {
    return received.get();
  }

  private void accept() {
    try {
      while (!socket.isClosed()) {
        Socket client = socket.accept();
        clients.add(client);
        start("echo-client", () -> echo(client));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void echo(Socket client) {
    byte[] buffer = new byte[8192];
    try (client) {
      for (int n = read(client, buffer); n >= 0; n = read(client, buffer)) {
        received.addAndGet(n);
        client.getOutputStream().write(buffer, 0, n);
      }
    } catch (IOException reset) {
      // A reset is what some tests are about.
    }
  }

  private static int read(Socket client, byte[] buffer) throws IOException {
    return client.getInputStream().read(buffer);
  }

  private static void start(String name, Runnable run) {
    Thread thread = new Thread(run, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Socket client : clients) {
      client.close();
    }
  }
}
