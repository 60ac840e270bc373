package dev.holdfast.bench.scenario;

import dev.holdfast.Holdfast;
import dev.holdfast.bench.measure.Turn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;

/** The main class of a {@link ChildProcess}: told on standard input what to do, until that ends. */
public final class ChildMain {

  private ChildMain() {}

  public static void main(String[] args) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(line(in));
    source.setUser(line(in));
    String resource = line(in);
    String[] numbers = line(in).split(" ", 3);
    HotKey key =
        new HotKey(
            resource,
            Integer.parseInt(numbers[0]),
            Integer.parseInt(numbers[1]),
            Duration.ofNanos(Long.parseLong(numbers[2])));
    try (Holdfast holdfast = Holdfast.on(source)) {
      System.out.println(ChildProcess.READY);
      for (String nanos = in.readLine(); nanos != null; nanos = in.readLine()) {
        round(holdfast, key, Duration.ofNanos(Long.parseLong(nanos)), System.out);
      }
    }
  }

  private static void round(Holdfast holdfast, HotKey key, Duration length, PrintStream out)
      throws Exception {
    for (Turn turn : key.run(holdfast.leases(), length)) {
      out.println(turn.line());
    }
    out.println(ChildProcess.DONE);
    out.flush();
  }

  private static String line(BufferedReader in) throws IOException {
    String line = in.readLine();
    if (line == null) {
      throw new IOException("standard input ended before all was said");
    }
    return line;
  }
}
