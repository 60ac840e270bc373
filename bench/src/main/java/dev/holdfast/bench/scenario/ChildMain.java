package dev.holdfast.bench.scenario;

import dev.holdfast.bench.measure.Turn;
import dev.holdfast.bench.peer.Address;
import dev.holdfast.bench.peer.KeyLock;
import dev.holdfast.bench.peer.Locks;
import dev.holdfast.bench.peer.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The main class of a {@link ChildProcess}: told on standard input what to do, until that ends. */
final class ChildMain {

  private ChildMain() {}

  public static void main(String[] args) throws Exception {
    Logger.getLogger("").setLevel(Level.WARNING);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    Peer peer = Peer.valueOf(line(in));
    Address address = new Address(line(in), line(in));
    String resource = line(in);
    long[] callers = numbers(line(in));
    HotKey key = new HotKey(resource, (int) callers[0], (int) callers[1], Duration.ZERO);
    try (Locks locks = peer.open(address)) {
      List<KeyLock> handles = key.handles(locks);
      System.out.println(ChildProcess.READY);
      for (String go = in.readLine(); go != null; go = in.readLine()) {
        long[] nanos = numbers(go);
        HotKey held = key.holding(Duration.ofNanos(nanos[1]));
        round(held, handles, Duration.ofNanos(nanos[0]), System.out);
      }
    }
    System.exit(0); // some clients leave threads behind
  }

  private static void round(HotKey key, List<KeyLock> handles, Duration length, PrintStream out)
      throws Exception {
    for (Turn turn : key.run(handles, length)) {
      out.println(turn.line());
    }
    out.println(ChildProcess.DONE);
    out.flush();
  }

  private static long[] numbers(String line) {
    return Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
  }

  private static String line(BufferedReader in) throws IOException {
    String line = in.readLine();
    if (line == null) {
      throw new IOException("standard input ended before all was said");
    }
    return line;
  }
}
