package dev.holdfast.integration;

import dev.holdfast.Holdfast;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** A process that is to lead: says when it does, until its input ends or it is killed. */
final class LeaderMain {

  private LeaderMain() {}

  public static void main(String[] arguments) throws Exception {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(arguments[0]);
    try (Holdfast holdfast = Holdfast.on(source)) {
      LockRegistryLeaderInitiator initiator =
          Leaders.initiator(Leaders.registry(holdfast), new Leaders.Role(System.out::println));
      initiator.start();
      BufferedReader input =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      while (input.readLine() != null) {
        // until the parent is gone
      }
      initiator.stop();
    }
  }
}
