package dev.holdfast.testkit.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.holdfast.testkit.proxy.TcpProxy;
import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.UUID;

/**
 * What one contract test works with: clients, child processes and names of its own. Everything it
 * gave out is closed when the test ends, the last first.
 */
public final class ContractBench implements AutoCloseable {
  /** Before a test starts there is nothing to work with. */
  static final ContractBench NONE =
      new ContractBench(LockUnderTest.of(LockClientFactory.class, ""), FuzzSize.STANDARD, Set.of());

  private final LockUnderTest lock;
  private final FuzzSize fuzzSize;
  private final Set<Capability> capabilities;
  private final String id = UUID.randomUUID().toString().substring(0, 8);
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  private ContractBench(LockUnderTest lock, FuzzSize fuzzSize, Set<Capability> capabilities) {
    this.lock = lock;
    this.fuzzSize = fuzzSize;
    this.capabilities = capabilities;
  }

  /** A bench for this lock. */
  public static ContractBench of(LockUnderTest lock, FuzzSize fuzzSize) throws Exception {
    return new ContractBench(lock, fuzzSize, factory(lock.factory()).capabilities());
  }

  static LockClientFactory factory(Class<? extends LockClientFactory> type) throws Exception {
    Constructor<? extends LockClientFactory> constructor = type.getDeclaredConstructor();
    // The constructor has to be public, the class around it need not be.
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  FuzzSize fuzzSize() {
    return fuzzSize;
  }

  boolean claims(Capability capability) {
    return capabilities.contains(capability);
  }

  /** Skips the test, visibly, unless the lock claims all of these. */
  void needs(Capability... needed) {
    for (Capability capability : needed) {
      assumeTrue(claims(capability), () -> "this lock does not claim " + capability);
    }
  }

  /** A name that no other test uses, for a resource or a counter. */
  String name(String kind) {
    return "contract/" + id + "/" + kind;
  }

  LockClient client() throws Exception {
    return client(lock.config());
  }

  LockClient clientVia(TcpProxy proxy) throws Exception {
    return client(network().configVia().apply(proxy.address()));
  }

  private LockClient client(String config) throws Exception {
    return keep(factory(lock.factory()).open(config));
  }

  TcpProxy proxy() {
    assumeTrue(lock.network().isPresent(), "this lock's server can't be put behind a proxy");
    return keep(TcpProxy.to(network().server()));
  }

  private LockUnderTest.Network network() {
    return lock.network().orElseThrow();
  }

  /** A client in a process of its own. */
  Worker worker() {
    return keep(Worker.start(lock.factory(), lock.config()));
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  @Override
  public void close() {
    RuntimeException failure = null;
    while (!opened.isEmpty()) {
      try (AutoCloseable closing = opened.pop()) {
        assert closing != null;
      } catch (Exception e) {
        failure = failure == null ? new IllegalStateException("A test's end failed") : failure;
        failure.addSuppressed(e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
