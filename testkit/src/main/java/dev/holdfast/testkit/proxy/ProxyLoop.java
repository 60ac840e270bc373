package dev.holdfast.testkit.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The proxy's thread: everything in here but {@link #order} runs on it, one thing at a time. */
final class ProxyLoop implements Runnable {
  private static final long IDLE_MILLIS = 1_000;
  private static final int MAX_BINDS = 500;
  private static final Duration BIND_PAUSE = Duration.ofMillis(10);

  private InetSocketAddress target;
  private final Selector selector;
  private final InetSocketAddress address;
  // Bound but never listening: it keeps the port ours while connections are refused.
  private final SocketChannel reservation;
  private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
  private final List<Link> links = new ArrayList<>();
  private final Counters counters = new Counters();
  private Faults faults = Faults.NONE;
  private @Nullable ServerSocketChannel listener;
  private @Nullable CompletableFuture<Void> armed;
  private String armedFor = "";
  private volatile boolean running = true;

  ProxyLoop(InetSocketAddress target, InetSocketAddress bindTo) throws IOException {
    this.target = target;
    this.selector = Selector.open();
    this.reservation = SocketChannel.open();
    reservation.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    reservation.bind(bindTo);
    this.address = (InetSocketAddress) reservation.getLocalAddress();
    listen();
  }

  InetSocketAddress address() {
    return address;
  }

  /** Hands an order to the proxy's thread; the future ends when it was carried out. */
  CompletableFuture<Void> order(Runnable order) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    orders.add(
        () -> {
          try {
            order.run();
            done.complete(null);
          } catch (RuntimeException failed) {
            done.completeExceptionally(failed);
          }
        });
    selector.wakeup();
    return done;
  }

  @Override
  public void run() {
    try {
      while (running) {
        selector.select(pause());
        carryOutOrders();
        long now = System.nanoTime();
        // A copy: an answer that cuts the network selects anew while this runs.
        List<SelectionKey> ready = List.copyOf(selector.selectedKeys());
        selector.selectedKeys().clear();
        for (SelectionKey key : ready) {
          serve(key, now);
        }
        links.forEach(link -> link.settle(now));
        links.removeIf(link -> !link.isOpen());
      }
    } catch (IOException broken) {
      throw new UncheckedIOException("The proxy on " + address + " broke", broken);
    } finally {
      closeAll();
    }
  }

  // Rounded up to a whole millisecond, so that the loop never spins towards a due byte.
  private long pause() {
    long now = System.nanoTime();
    long nanos = TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS);
    for (Link link : links) {
      nanos = Math.min(nanos, link.untilDue(now));
    }
    return TimeUnit.NANOSECONDS.toMillis(nanos) + 1;
  }

  private void carryOutOrders() {
    for (Runnable order = orders.poll(); order != null; order = orders.poll()) {
      order.run();
    }
  }

  private void serve(SelectionKey key, long now) throws IOException {
    if (!key.isValid()) {
      return;
    }
    if (key.attachment() instanceof Link link) {
      if (armed != null && link.isAnswer(key) && link.requestedSinceArmed()) {
        loseThisAnswer(link, key, now);
      } else {
        link.advance(key, faults, now);
      }
    } else if (listener != null) {
      accept(listener);
    }
  }

  private void accept(ServerSocketChannel from) throws IOException {
    SocketChannel client = from.accept();
    if (client != null) {
      counters.countAccepted();
      Link link = new Link(client, target, selector, counters);
      link.arm(armedFor);
      links.add(link);
    }
  }

  // The server has answered, so whatever was asked has happened; the answer goes nowhere.
  private void loseThisAnswer(Link link, SelectionKey key, long now) {
    link.advance(key, faults.lose(false, true), now);
    CompletableFuture<Void> done = armed;
    armed = null;
    cut();
    if (done != null) {
      done.complete(null);
    }
  }

  void arm(String text, CompletableFuture<Void> signal) {
    links.forEach(link -> link.arm(text));
    armedFor = text;
    armed = signal;
  }

  void lose(boolean requests, boolean answers) {
    faults = faults.lose(requests, answers);
    for (Direction direction : Direction.values()) {
      if (faults.loses(direction)) {
        links.forEach(link -> link.swallowPending(direction));
      }
    }
  }

  void delay(Duration eachWay) {
    faults = faults.delayed(eachWay);
  }

  void cut() {
    faults = faults.refuse();
    armed = null;
    closeListener();
    resetAll();
  }

  void heal() {
    faults = Faults.NONE;
    armed = null;
    links.stream().filter(Link::lostBytes).forEach(Link::reset);
    if (listener == null) {
      try {
        listenAgain();
      } catch (IOException e) {
        throw new UncheckedIOException("Port " + address.getPort() + " can't be opened again", e);
      }
    }
  }

  // A process that this JVM starts has a copy of every socket until it closes them, the listener
  // among them: the port is free a moment later than closed.
  private void listenAgain() throws IOException {
    for (int attempt = 1; listener == null; attempt++) {
      try {
        listen();
      } catch (BindException taken) {
        if (attempt == MAX_BINDS) {
          throw taken;
        }
        LockSupport.parkNanos(BIND_PAUSE.toNanos());
      }
    }
  }

  void retarget(InetSocketAddress to) {
    target = to;
    resetAll();
  }

  void resetAll() {
    links.forEach(Link::reset);
    links.clear();
  }

  ProxyStats stats() {
    return counters.snapshot((int) links.stream().filter(Link::isOpen).count());
  }

  void stop() {
    running = false;
    selector.wakeup();
  }

  private void listen() throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(address);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_ACCEPT);
    } catch (IOException unusable) {
      channel.close();
      throw unusable;
    }
    listener = channel;
  }

  private void closeListener() {
    ServerSocketChannel closing = listener;
    listener = null;
    if (closing == null) {
      return;
    }
    try {
      closing.close();
      // The port stays open until the selector has dropped the cancelled key.
      selector.selectNow();
    } catch (IOException e) {
      throw new UncheckedIOException("Port " + address.getPort() + " can't be closed", e);
    }
  }

  private void closeAll() {
    resetAll();
    try (selector;
        reservation) {
      closeListener();
    } catch (IOException e) {
      throw new UncheckedIOException("The proxy on " + address + " did not close cleanly", e);
    }
  }
}
