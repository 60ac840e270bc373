package dev.holdfast.torture.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Speaks to the outside resource: a connection a write, a line there and a line back. */
public record OutsideClient(int port) {
  private static final int TIMEOUT_MILLIS = 5_000;

  /** False: it has seen a higher fence, and refused. */
  public boolean write(String resource, long fence, long value) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      String line = resource + " " + fence + " " + value + "\n";
      socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String answer = reader.readLine();
      if (answer == null) {
        throw new IOException("the outside resource hung up");
      }
      return answer.equals("ok");
    }
  }
}
