package dev.holdfast.embedded;

/** Starts the shared server, says where it is, and ends when told to. */
final class SharedServerMain {

  private SharedServerMain() {}

  public static void main(String[] arguments) throws Exception {
    PostgresServer server = PostgresServer.shared(18);
    System.out.println("pid " + server.pid());
    System.out.println("data " + server.data());
    if (System.in.read() < 0) {
      throw new IllegalStateException("nobody there");
    }
  }
}
