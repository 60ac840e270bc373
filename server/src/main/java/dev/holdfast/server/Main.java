package dev.holdfast.server;

import dev.holdfast.server.cli.Cli;

/** The command line's way in. */
public final class Main {
  /** What the library and the driver log: one line, without a stack trace. */
  private static final String LOG_LINE = "holdfast: %5$s%n";

  private Main() {}

  public static void main(String[] args) {
    System.setProperty("java.util.logging.SimpleFormatter.format", LOG_LINE);
    System.exit(Cli.run(args));
  }
}
