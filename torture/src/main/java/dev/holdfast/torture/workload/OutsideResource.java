package dev.holdfast.torture.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Something outside the database that is given fences, as a careful service does it: it keeps the
 * highest that it has seen for each resource and refuses lower ones. It takes one request at a
 * time.
 */
public final class OutsideResource implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 500;

  /** A write that was accepted. */
  public record Accepted(String resource, long fence, long value) {}

  private final ServerSocket socket;
  private final Map<String, Long> highest = new HashMap<>();
  private final List<Accepted> accepted = new ArrayList<>();
  private long refused;

  public OutsideResource() throws IOException {
    this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "torture-outside");
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        client.setSoTimeout(TIMEOUT_MILLIS);
        answer(client);
      } catch (IOException e) {
        // That client is gone, or we are: the next one, if there is one, gets its turn.
      }
    }
  }

  private void answer(Socket client) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    if (line == null) {
      return;
    }
    String[] word = line.split(" ", -1);
    Accepted write = new Accepted(word[0], Long.parseLong(word[1]), Long.parseLong(word[2]));
    String answer = accept(write) ? "ok\n" : "refused\n";
    client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
  }

  private synchronized boolean accept(Accepted write) {
    if (highest.getOrDefault(write.resource(), 0L) > write.fence()) {
      refused++;
      return false;
    }
    highest.put(write.resource(), write.fence());
    accepted.add(write);
    return true;
  }

  /** In the order of their arrival. */
  public synchronized List<Accepted> accepted() {
    return List.copyOf(accepted);
  }

  public synchronized long refused() {
    return refused;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
