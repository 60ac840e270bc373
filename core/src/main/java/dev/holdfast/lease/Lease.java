package dev.holdfast.lease;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.transaction.TransactionAction;
import dev.holdfast.transaction.TransactionFunction;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A lease that was granted. Usable from any thread: who has this object holds the lease, no thread,
 * host or connection does.
 *
 * <p>It is renewed by itself unless asked otherwise. {@link #close} gives it back and does not
 * wait; {@link #release} waits and tells whether it was still ours, {@link #releaseAfter} keeps the
 * resource from others for a while.
 */
public final class Lease implements AutoCloseable {

  private enum State {
    HELD,
    LOST,
    GIVEN_BACK
  }

  private final Grant grant;
  private final LeaseService service;
  private final Object lock = new Object();
  private State state = State.HELD;
  private String lossReason = "";
  private @Nullable Thread interruptee;
  private List<Consumer<Lease>> lostCallbacks = List.of();

  /** Whose it is when a deadlock is looked for; null: nobody's. */
  private volatile @Nullable Thread owner;

  private volatile Duration ttl;
  private volatile long sentAt;

  /** When this object was made, on our clock: about when it was granted. */
  private final long since = System.nanoTime();

  private final Heritage heritage = new Heritage();

  /** Transactions that work under it, as far as is known, and requests that change its end. */
  private int uses;

  Lease(Grant grant, LeaseService service) {
    this.grant = grant;
    this.service = service;
    this.ttl = grant.options().ttl();
    this.sentAt = grant.sentAt();
    this.owner = grant.ask().caller().thread();
  }

  public String resource() {
    return grant.resource();
  }

  /**
   * The number of this grant: higher than that of every earlier grant of the resource, for ever.
   */
  public long fence() {
    return grant.fence();
  }

  public String holder() {
    return grant.holder();
  }

  /** When it was granted, by the database's clock. */
  public Instant grantedAt() {
    return grant.at();
  }

  /** How long it lasts from each renewal on. */
  public Duration ttl() {
    return ttl;
  }

  /**
   * Whether it is surely held at this moment: neither given back nor known to be lost, and its
   * local deadline has not passed. No round trip. A write that must not be late needs the guard,
   * not this.
   */
  public boolean isHeld() {
    touch();
    synchronized (lock) {
      return state == State.HELD && remainingNanos() > 0;
    }
  }

  /** How long it is surely held unless renewed; zero or less: not any more. No round trip. */
  public Duration remaining() {
    touch();
    return Duration.ofNanos(remainingNanos());
  }

  /**
   * Calls back once, on a thread of Holdfast's, when this lease is lost: it ran out, was taken over
   * or was released by force. At once if it is lost already. Not called once it was given back.
   */
  public void onLost(Consumer<Lease> callback) {
    touch();
    service.listen();
    synchronized (lock) {
      if (state == State.HELD) {
        List<Consumer<Lease>> more = new ArrayList<>(lostCallbacks);
        more.add(callback);
        lostCallbacks = more;
        return;
      }
      if (state == State.GIVEN_BACK) {
        return;
      }
    }
    service.callBack(callback, this);
  }

  /** Interrupts the calling thread when this lease is lost; not any more once it was given back. */
  public void interruptOnLost() {
    touch();
    service.listen();
    synchronized (lock) {
      interruptee = Thread.currentThread();
      if (state == State.LOST) {
        interruptee.interrupt();
      }
    }
  }

  /**
   * Sets a new end: {@code newTtl} from now, also for later renewals. Waits for the database.
   *
   * @throws LeaseLostException if it is lost
   */
  public void renew(Duration newTtl) {
    touch();
    service.renew(this, newTtl);
  }

  /**
   * Runs a function in a transaction of the application's DataSource that can commit only while
   * this lease is current. The lease row is locked FOR KEY SHARE first: nobody can take the
   * resource over until the transaction ends, and renewals go on meanwhile. The transaction may
   * last one ttl.
   *
   * @throws LeaseLostException if the lease is not current: nothing was done
   * @throws dev.holdfast.CommitUnknownException if the answer to the commit was lost for good
   */
  public <T extends @Nullable Object, X extends Exception> T inTransaction(
      TransactionFunction<T, X> function) throws X {
    return service.guarding().inTransaction(List.of(this), function);
  }

  /** As {@link #inTransaction}, for work that has nothing to give back. */
  public <X extends Exception> void inTransactionWithoutResult(TransactionAction<X> action)
      throws X {
    inTransaction(
        tx -> {
          action.run(tx);
          return true;
        });
  }

  /**
   * The same in a transaction that the caller has (Spring's, jOOQ's, Hibernate's): call it first in
   * the transaction. If it throws, roll back.
   *
   * @throws LeaseLostException if the lease is not current
   * @throws InvalidRequestException if the connection is in autocommit mode: a guard without a
   *     transaction guards nothing
   */
  public void guard(Connection connection) {
    touch();
    service.guarding().guard(this, connection);
  }

  /**
   * Says that other threads work under it from now on, and answers itself. A thread that waits for
   * a lease is taken for the one that keeps what it acquired itself: circles of such waits are
   * deadlocks, and end with {@link dev.holdfast.LeaseDeadlockException}. A lease that was passed on
   * is no part of that. Whatever another thread calls on it has the same effect, so this is needed
   * only where a thread passes it on and at once waits for another lease.
   */
  public Lease passOn() {
    owner = null;
    return this;
  }

  /**
   * Gives it back and waits for the database.
   *
   * @return true if it was still ours; false if it had been lost before (nobody was harmed), or was
   *     given back already
   */
  public boolean release() {
    return end() && service.release(this);
  }

  /**
   * Gives it back, but keeps the resource from everybody until {@code rest} has passed: for a job
   * that was done quickly and must not run again at once elsewhere. The lease then ends by itself;
   * nothing of this process is needed for that, and closing Holdfast does not shorten it. With a
   * rest of zero or less this is {@link #release}. Waits for the database.
   *
   * @return true if it was still ours; false if it had been lost before, or was given back already
   */
  public boolean releaseAfter(Duration rest) {
    if (rest.isZero() || rest.isNegative()) {
      return release();
    }
    return end() && service.releaseAfter(this, rest);
  }

  /** Gives it back without waiting. An acquisition of this process that follows comes after it. */
  @Override
  public void close() {
    if (end()) {
      service.giveBack(this);
    }
  }

  @Override
  public String toString() {
    return "lease of " + resource() + " (fence " + fence() + ", holder " + holder() + ")";
  }

  /** The thread that acquired it, unless another one works with it; null: nobody. */
  @Nullable Thread owner() {
    return owner;
  }

  /** Somebody works with it: if that is another thread, it is not the first one's alone. */
  void touch() {
    if (owner != null && owner != Thread.currentThread()) {
      owner = null;
    }
  }

  Token token() {
    return grant.token();
  }

  /** It was granted, and whoever asked for it is gone. */
  void closeUnwanted() {
    if (grant.isNobodys()) {
      close();
    }
  }

  /** As a client elsewhere gets it. */
  RemoteGrant asGrant() {
    return new RemoteGrant(
        resource(), fence(), token().value(), holder(), grantedAt(), grant.until(), ttl);
  }

  /** Not before the database knows it. */
  boolean renewsItself() {
    return grant.options().autoRenew() && heritage.isRecorded();
  }

  Heritage heritage() {
    return heritage;
  }

  /**
   * Whether it can go to the next one here without the database, once it was given back: not if it
   * was lost, ends soon, has no promised fence left, or may be guarded by an open transaction.
   */
  boolean isHeritable(long now) {
    synchronized (lock) {
      return heritage.isPromised(fence() + 1)
          && lossReason.isEmpty()
          && uses == 0
          && deadline() - now >= ttl.toNanos() / 2;
    }
  }

  /** What the database's clock shows, about. */
  Instant databaseTime(long now) {
    return grantedAt().plusNanos(now - since);
  }

  /**
   * Something begins for which it must not go on to the next one without the database.
   *
   * @throws LeaseLostException if it was given back, and perhaps went on so
   */
  void beginUse() {
    synchronized (lock) {
      if (state == State.GIVEN_BACK && heritage.hasPromise()) {
        throw new LeaseLostException(resource(), fence(), "it was given back", null);
      }
      uses++;
    }
  }

  void endUse() {
    synchronized (lock) {
      uses--;
    }
  }

  /** The monotonic time before the request that last set the end was sent. */
  long sentAt() {
    return sentAt;
  }

  long deadline() {
    return sentAt + ttl.toNanos() - Margin.of(ttl);
  }

  private long remainingNanos() {
    return deadline() - System.nanoTime();
  }

  /**
   * The database set a new end for a request sent then. False: too late, somebody may have been
   * told already that it is not held any more.
   */
  boolean renewed(Duration newTtl, long sent) {
    synchronized (lock) {
      if (state != State.HELD || remainingNanos() <= 0) {
        return false;
      }
      ttl = newTtl;
      sentAt = sent;
      return true;
    }
  }

  /** Who asks first hears why it was lost; empty: it is not. */
  String whyLost() {
    synchronized (lock) {
      return lossReason;
    }
  }

  /** Marks it lost; false if it was over already. */
  boolean lose(String why) {
    List<Consumer<Lease>> callbacks;
    synchronized (lock) {
      if (state != State.HELD) {
        return false;
      }
      state = State.LOST;
      lossReason = why;
      callbacks = lostCallbacks;
      lostCallbacks = List.of();
      if (interruptee != null) {
        interruptee.interrupt();
      }
    }
    callbacks.forEach(callback -> service.callBack(callback, this));
    return true;
  }

  /** False if it was given back before. A lost lease may be there still: it is given back too. */
  boolean end() {
    synchronized (lock) {
      boolean first = state != State.GIVEN_BACK;
      state = State.GIVEN_BACK;
      interruptee = null;
      lostCallbacks = List.of();
      return first;
    }
  }
}
