package dev.holdfast.embedded;

/** Uses the shared server, whatever it is, and tries to kill it. */
final class YoursMain {

  private YoursMain() {}

  public static void main(String[] arguments) throws Exception {
    PostgresServer server = PostgresServer.shared();
    System.out.println("server " + server);
    System.out.println("same " + (PostgresServer.shared(server.major()) == server));
    try (TestDatabase database = server.createDatabase()) {
      System.out.println("answer " + PostgresServerTest.query(database.dataSource(), "select 42"));
    }
    try {
      server.kill();
    } catch (IllegalStateException e) {
      System.out.println("refused " + e.getMessage());
    }
  }
}
