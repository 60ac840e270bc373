package dev.holdfast.testkit.contract;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Function;

/**
 * The lock that a contract test is about.
 *
 * @param factory makes its clients, in this JVM and in others
 * @param config what the factory needs to know; means the same in every JVM
 * @param network how to put a proxy before the lock's server; empty skips the tests of lost answers
 */
public record LockUnderTest(
    Class<? extends LockClientFactory> factory, String config, Optional<Network> network) {

  /**
   * The way to the lock's server.
   *
   * @param server where it listens
   * @param configVia the same configuration by way of another address
   */
  public record Network(InetSocketAddress server, Function<InetSocketAddress, String> configVia) {}

  /** A lock whose server can't be reached through a proxy. */
  public static LockUnderTest of(Class<? extends LockClientFactory> factory, String config) {
    return new LockUnderTest(factory, config, Optional.empty());
  }

  /** The same lock, with a way to put a proxy before its server. */
  public LockUnderTest withNetwork(
      InetSocketAddress server, Function<InetSocketAddress, String> configVia) {
    return new LockUnderTest(factory, config, Optional.of(new Network(server, configVia)));
  }
}
