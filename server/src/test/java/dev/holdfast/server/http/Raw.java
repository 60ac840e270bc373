package dev.holdfast.server.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** HTTP written by hand, with whatever mistakes. */
final class Raw implements Closeable {
  private final Socket socket;

  private Raw(Socket socket) {
    this.socket = socket;
  }

  static Raw open(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(60_000);
    return new Raw(socket);
  }

  Raw send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  Raw send(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
    return this;
  }

  Raw post(String path, String secret, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    send(
        "POST %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(path, secret, bytes.length));
    return send(bytes);
  }

  /** All that comes until the other side closes. */
  String readAll() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** The status line; empty: the connection was closed without one. */
  String statusLine() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = socket.getInputStream().read();
        c >= 0 && c != '\n';
        c = socket.getInputStream().read()) {
      line.append((char) c);
    }
    return line.toString().strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
