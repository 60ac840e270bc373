package dev.holdfast.bench.measure;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A proxy on loopback that counts what the driver really sends: each Sync or simple query that is
 * the last before the driver waits is a round trip, each Execute or simple query a statement.
 */
public final class WireCounter implements AutoCloseable {

  private static final int PROTOCOL = 3;

  private final String host;
  private final int port;
  private final ServerSocket server;
  private final List<Socket> sockets = new ArrayList<>();
  private final AtomicLong roundTrips = new AtomicLong();
  private final AtomicLong statements = new AtomicLong();

  public WireCounter(PGSimpleDataSource target) throws IOException {
    this.host = target.getServerNames()[0];
    this.port = target.getPortNumbers()[0];
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start("accept", this::accept);
  }

  /** The same database, through this proxy. */
  public PGSimpleDataSource through(PGSimpleDataSource source) {
    source.setServerNames(new String[] {"127.0.0.1"});
    source.setPortNumbers(new int[] {server.getLocalPort()});
    source.setSslMode("disable"); // what is encrypted can't be counted
    return source;
  }

  public long roundTrips() {
    return roundTrips.get();
  }

  public long statements() {
    return statements.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
    synchronized (sockets) {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private void accept() throws IOException {
    while (true) { // until the server socket is closed
      Socket client = server.accept();
      Socket upstream = new Socket(host, port);
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      synchronized (sockets) {
        sockets.add(client);
        sockets.add(upstream);
      }
      start("there", () -> forward(client, upstream));
      start("back", () -> copy(upstream, client));
    }
  }

  /** Message by message: a type (but for the first ones), a length that counts itself, a body. */
  private void forward(Socket client, Socket upstream) throws IOException {
    try (client;
        upstream) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      OutputStream out = upstream.getOutputStream();
      boolean started = false;
      for (int type = 0; type >= 0; type = started ? in.read() : 0) {
        int length = in.readInt();
        byte[] body = in.readNBytes(length - 4);
        boolean typed = started;
        if (typed) {
          count(type, in.available() == 0); // before it is sent: the answer finds it counted
        } else {
          started = majorProtocolOf(body) == PROTOCOL;
        }
        write(out, type, typed, length, body);
      }
    }
  }

  /** A BEGIN that rides along asks for an answer, too, but nobody waits for it: it is not last. */
  private void count(int type, boolean last) {
    if (last && (type == 'Q' || type == 'S')) {
      roundTrips.incrementAndGet();
    }
    if (type == 'Q' || type == 'E') {
      statements.incrementAndGet();
    }
  }

  /** In one piece, so that the proxy adds no packets. */
  private static void write(OutputStream out, int type, boolean typed, int length, byte[] body)
      throws IOException {
    byte[] message = new byte[length + (typed ? 1 : 0)];
    int at = 0;
    if (typed) {
      message[at++] = (byte) type;
    }
    for (int shift = 24; shift >= 0; shift -= 8) {
      message[at++] = (byte) (length >> shift);
    }
    System.arraycopy(body, 0, message, at, body.length);
    out.write(message);
  }

  /** The first two bytes of a first message: a protocol version, or a request for encryption. */
  private static int majorProtocolOf(byte[] body) {
    return (body[0] & 255) << 8 | (body[1] & 255);
  }

  private static void copy(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      in.transferTo(to.getOutputStream());
    }
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void start(String name, Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                // a connection ended: the driver at its end sees that too
              }
            },
            "bench-wire-" + name);
    thread.setDaemon(true);
    thread.start();
  }
}
