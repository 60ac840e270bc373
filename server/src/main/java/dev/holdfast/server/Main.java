package dev.holdfast.server;

import dev.holdfast.server.cli.Cli;

/** The command line's way in. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(Cli.run(args));
  }
}
