package dev.holdfast.torture.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes the entries of one process to a file of its own, each with one write: a kill -9 loses at
 * most the entry that was being written, and that one can be told by its missing line end. Usable
 * from any thread.
 */
public final class Recorder implements AutoCloseable {

  // No channel: a thread that is interrupted while it writes would close it for everybody.
  private final OutputStream file;
  private final AtomicLong ops = new AtomicLong();

  private Recorder(OutputStream file) {
    this.file = file;
  }

  /** Appends to the file, or makes it. */
  public static Recorder open(Path path) {
    try {
      return new Recorder(new FileOutputStream(path.toFile(), true));
    } catch (IOException e) {
      throw new UncheckedIOException("the history can't be written to " + path, e);
    }
  }

  /**
   * Notes that an operation is about to be sent. Call it right before, and one of the completions
   * right after.
   *
   * @param client unique in the run: a process that is started again takes a new name
   */
  public Pending invoke(String client, Kind kind, String resource, Facts facts) {
    Call call = new Call(client, ops.incrementAndGet(), kind, resource);
    write(new Entry(System.nanoTime(), Phase.INVOKE, call, facts, ""));
    return new Pending(this, call, facts);
  }

  /** Something that has no beginning: LOST, READ_END, SCHEMA. */
  public void note(String client, Kind kind, String resource, Facts facts, String note) {
    Call call = new Call(client, ops.incrementAndGet(), kind, resource);
    write(new Entry(System.nanoTime(), Phase.OK, call, facts, note));
  }

  /** The beginning of a fault; its {@link Pending#ok} is the healing. */
  public Pending fault(String client, String which) {
    Call call = new Call(client, ops.incrementAndGet(), Kind.FAULT, "*");
    write(new Entry(System.nanoTime(), Phase.INVOKE, call, Facts.NONE, which));
    return new Pending(this, call, Facts.NONE);
  }

  /** The machine's clock was set between these two moments, by so many milliseconds. */
  public void jump(String client, long before, long after, long millis) {
    Call call = new Call(client, ops.incrementAndGet(), Kind.JUMP, "*");
    Facts facts = Facts.NONE.withValue(millis);
    write(new Entry(before, Phase.INVOKE, call, facts, ""));
    write(new Entry(after, Phase.OK, call, facts, ""));
  }

  void write(Entry entry) {
    byte[] line = (entry.line() + "\n").getBytes(UTF_8);
    try {
      synchronized (file) {
        file.write(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the history can't be written", e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
