package dev.holdfast.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Free ports on loopback. Free now: somebody may take one before the server does. */
final class Ports {

  private Ports() {}

  static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, loopback())) {
      return socket.getLocalPort();
    }
  }

  static boolean isFree(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true); // as PostgreSQL does: old connections in TIME_WAIT don't count
      socket.bind(new InetSocketAddress(loopback(), port), 1);
      return true;
    } catch (java.net.BindException e) {
      return false;
    }
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }
}
