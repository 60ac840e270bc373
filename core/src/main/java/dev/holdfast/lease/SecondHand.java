package dev.holdfast.lease;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Helps the dispatcher out in a crowd: while a batch is at the database and enough has gathered
 * behind it, it takes the next one there on a connection of its own. Then client and server work at
 * the same time, not in turns. The connection is opened when it is needed first, before anything is
 * taken to be sent on it, and given back when it was not used for a while, or when somebody
 * listens: a process has two connections for leases, not three.
 */
final class SecondHand implements AutoCloseable {

  /** Less is not worth a batch: it goes with the next one of the dispatcher. */
  private static final int ENOUGH = 8;

  private static final int CONNECTING_MILLIS = 5_000;
  private static final long GLANCE = TimeUnit.SECONDS.toNanos(1);
  private static final long IDLE = TimeUnit.SECONDS.toNanos(10);
  private static final long AFTER_FAILURE = TimeUnit.SECONDS.toNanos(30);

  private final Deck deck;
  private final Inbox inbox;
  private final LeaseConnection connection;
  private final IntSupplier away;
  private final BooleanSupplier spare;
  private final Thread thread;
  private volatile boolean asleep;
  private volatile boolean closed;
  private volatile long notBefore = System.nanoTime();
  private long lastUsed = System.nanoTime();

  /**
   * Not started yet.
   *
   * @param away the size of the batch at the database, 0 if there is none
   * @param spare whether there may be a second connection
   */
  SecondHand(
      Deck deck, Inbox inbox, LeaseConnection connection, IntSupplier away, BooleanSupplier spare) {
    this.deck = deck;
    this.inbox = inbox;
    this.connection = connection;
    this.away = away;
    this.spare = spare;
    this.thread = new Thread(this::run, "holdfast-dispatcher-2");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Any thread: something arrived, or a batch left. */
  void look() {
    if (asleep && isNeeded()) {
      LockSupport.unpark(thread);
    }
  }

  private boolean isNeeded() {
    int others = away.getAsInt();
    return others > 0
        && inbox.size() >= Math.max(ENOUGH, others / 2)
        && notBefore - System.nanoTime() <= 0
        && spare.getAsBoolean();
  }

  private void run() {
    try {
      while (!closed && !Thread.interrupted()) {
        if (isNeeded() && isConnected()) {
          help();
        } else {
          rest();
        }
      }
    } finally {
      connection.close();
    }
  }

  private void help() {
    Deck.Log log = deck.turn(connection, false, batch -> {});
    inbox.wakeReader(log.next());
    log.told().forEach(Runnable::run);
    lastUsed = System.nanoTime();
  }

  /** Without a second connection all goes on over the first. */
  private boolean isConnected() {
    if (!connection.isBroken()) {
      return true;
    }
    try {
      connection.connect(CONNECTING_MILLIS);
      return true;
    } catch (SQLException e) {
      notBefore = System.nanoTime() + AFTER_FAILURE;
      return false;
    }
  }

  private void rest() {
    boolean idle = System.nanoTime() - lastUsed >= IDLE;
    if (idle || !spare.getAsBoolean()) {
      connection.close();
    }
    asleep = true; // before looking: who posts afterwards sees that this thread is asleep
    try {
      if (!isNeeded()) {
        LockSupport.parkNanos(this, connection.isBroken() ? IDLE : GLANCE);
      }
    } finally {
      asleep = false;
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(Duration.ofSeconds(1).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      thread.interrupt();
    }
  }
}
