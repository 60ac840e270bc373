package dev.holdfast.embedded;

import java.util.Map;

/**
 * Starts the shared server, says where it is, and ends when told to. With an argument: one of its
 * own instead, run as that user.
 */
final class SharedServerMain {

  private SharedServerMain() {}

  public static void main(String[] arguments) throws Exception {
    PostgresServer server =
        arguments.length == 0
            ? PostgresServer.shared(18)
            : PostgresServer.start(18, Map.of(), RunAs.droppingTo(arguments[0]), false);
    System.out.println("pid " + server.pid());
    System.out.println("data " + server.data());
    if (System.in.read() < 0) {
      throw new IllegalStateException("nobody there");
    }
  }
}
