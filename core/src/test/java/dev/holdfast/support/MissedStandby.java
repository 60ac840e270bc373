package dev.holdfast.support;

import dev.holdfast.embedded.PostgresServer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A server of the test's own, which it may let wait for a synchronous standby that is not there.
 */
public abstract class MissedStandby {

  private PostgresServer server;
  protected Lab lab;

  @BeforeEach
  void start() {
    server = PostgresServer.start(PostgresServer.shared().major(), Map.of());
    lab = Lab.on(server);
  }

  @AfterEach
  void stop() {
    Standby.isNotMissed(lab);
    lab.close();
    server.close();
  }
}
