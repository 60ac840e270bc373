package dev.holdfast.server.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** Where a command writes: data to standard output, lines for people to standard error. */
final class Console {
  private final PrintWriter out;
  private final PrintWriter err;

  private Console(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
  }

  static Console of(CommandSpec spec) {
    return new Console(spec.commandLine().getOut(), spec.commandLine().getErr());
  }

  /** One line to standard error. Names in it are data: nothing in them steers the terminal. */
  void say(String line) {
    err.println("holdfast: " + Table.visible(line));
    err.flush();
  }

  /** Data. */
  void print(String data) {
    out.print(data);
    out.flush();
  }
}
