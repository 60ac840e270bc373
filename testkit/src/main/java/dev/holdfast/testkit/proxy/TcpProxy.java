package dev.holdfast.testkit.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A network between a client and a server that breaks on request: one port on loopback, one target.
 *
 * <p>Passes everything on at first. Each fault holds, and adds to those before it, until {@link
 * #heal()}. Orders are complete when the call returns. Thread-safe; close it to free its thread,
 * its port and all connections.
 *
 * <pre>{@code
 * try (TcpProxy proxy = TcpProxy.to("127.0.0.1", 5432)) {
 *   connectTo("127.0.0.1", proxy.port());
 *   proxy.halfOpen();
 * }
 * }</pre>
 */
public final class TcpProxy implements AutoCloseable {
  private static final Duration MAX_DELAY = Duration.ofMinutes(10);
  private static final long ORDER_SECONDS = 10;

  private final ProxyLoop loop;
  private final Thread thread;

  private TcpProxy(ProxyLoop loop) {
    this.loop = loop;
    this.thread = new Thread(loop, "holdfast-proxy-" + loop.address().getPort());
    thread.setDaemon(true);
    thread.start();
  }

  /** Opens a proxy to this server on a free port of loopback. */
  public static TcpProxy to(String host, int port) {
    return to(new InetSocketAddress(host, port));
  }

  /** Opens a proxy to this server on a free port of loopback. */
  public static TcpProxy to(InetSocketAddress target) {
    requireResolved(target);
    try {
      InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      return new TcpProxy(new ProxyLoop(target, new InetSocketAddress(loopback, 0)));
    } catch (IOException e) {
      throw new UncheckedIOException("No proxy to " + target + " could be opened", e);
    }
  }

  private static void requireResolved(InetSocketAddress target) {
    if (target.isUnresolved()) {
      throw new IllegalArgumentException("No such host: " + target.getHostString());
    }
  }

  /** Where clients connect to. */
  public InetSocketAddress address() {
    return loop.address();
  }

  public int port() {
    return loop.address().getPort();
  }

  /** Resets all connections and refuses new ones. */
  public void cut() {
    order(loop::cut);
  }

  /** Resets all connections; new ones are welcome (if they were before). */
  public void resetConnections() {
    order(loop::resetAll);
  }

  /** A failover: resets all connections, new ones go to this server from now on. */
  public void retarget(InetSocketAddress to) {
    requireResolved(to);
    order(() -> loop.retarget(to));
  }

  /**
   * Everything works again, new connections too. A connection that lost bytes can't be repaired: it
   * is reset, as its peers would find out anyway.
   */
  public void heal() {
    order(loop::heal);
  }

  /** Each byte arrives this much later, each way; zero ends the delay. */
  public void delay(Duration eachWay) {
    if (eachWay.isNegative() || eachWay.compareTo(MAX_DELAY) > 0) {
      throw new IllegalArgumentException("A delay is from 0 to " + MAX_DELAY + ": " + eachWay);
    }
    order(() -> loop.delay(eachWay));
  }

  /** Nothing arrives any more, either way, and nobody is told: connections stay open. */
  public void halfOpen() {
    order(() -> loop.lose(true, true));
  }

  /** Cut in one direction only: what is sent that way is lost, connections stay open. */
  public void oneWay(Direction lost) {
    order(() -> loop.lose(lost == Direction.REQUESTS, lost == Direction.ANSWERS));
  }

  /** Requests reach the server and take effect; their answers are lost. */
  public void swallowAnswers() {
    oneWay(Direction.ANSWERS);
  }

  /** Requests are lost; what the server says of its own accord still arrives. */
  public void swallowRequests() {
    oneWay(Direction.REQUESTS);
  }

  /**
   * The lost answer: the next request (on any connection) reaches the server and takes effect, its
   * answer is swallowed, and then the network is {@linkplain #cut() cut}. What the server says on
   * connections that asked nothing since this call still passes.
   *
   * @return done when the answer is lost and the network cut; cancelled never, also not by heal()
   */
  public CompletableFuture<Void> swallowNextAnswerThenCut() {
    return swallowAnswerThenCut("");
  }

  /**
   * The same for the next request that has this text in it, in upper or lower case, such as {@code
   * commit}. A driver that prepared the statement sends its name instead of its text.
   */
  public CompletableFuture<Void> swallowAnswerThenCut(String requestText) {
    CompletableFuture<Void> lost = new CompletableFuture<>();
    order(() -> loop.arm(requestText, lost));
    return lost;
  }

  public ProxyStats stats() {
    AtomicReference<ProxyStats> stats = new AtomicReference<>();
    order(() -> stats.set(loop.stats()));
    return Objects.requireNonNull(stats.get());
  }

  /** Ends the proxy, resets what is still connected. Closing twice is fine. */
  @Override
  public void close() {
    loop.stop();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(ORDER_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void order(Runnable order) {
    if (!thread.isAlive()) {
      throw new IllegalStateException("The proxy on port " + port() + " is closed");
    }
    try {
      loop.order(order).get(ORDER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("The proxy on port " + port() + " failed", e.getCause());
    } catch (TimeoutException e) {
      throw new IllegalStateException("The proxy on port " + port() + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while telling the proxy what to do", e);
    }
  }
}
