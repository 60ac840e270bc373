package dev.holdfast.lease;

import dev.holdfast.ClosedException;
import dev.holdfast.DatabaseUnavailableException;
import dev.holdfast.HoldfastEvent.LeaseRefused;
import dev.holdfast.HoldfastEvent.LeaseReleased;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.OverloadedException;
import dev.holdfast.lease.Acquisition.Refusal;
import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Batch.Proof;
import dev.holdfast.lease.Batch.Renewal;
import dev.holdfast.schema.SchemaInfo;
import dev.holdfast.transaction.Transactions;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The working parts behind {@link Leases} and {@link Lease}, put together. Thread-safe. */
final class LeaseService {

  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final Duration SHORTEST = Duration.ofMillis(1);

  private final HoldfastSettings settings;
  private final SchemaInfo schema;
  private final Buckets buckets;
  private final Events events;
  private final LeaseKeeper keeper;
  private final Dispatcher dispatcher;
  private final Push push;
  private final Callbacks callbacks = new Callbacks();
  private final Guarding guarding;
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicInteger undelivered = new AtomicInteger();
  private volatile boolean closed;

  LeaseService(
      DataSource dataSource,
      HoldfastSettings settings,
      SchemaInfo schema,
      Transactions transactions) {
    this.settings = settings;
    this.schema = schema;
    this.buckets = new Buckets(schema.buckets());
    UUID process = UUID.randomUUID();
    this.events = new Events(settings.listeners());
    this.guarding = new Guarding(this, transactions, events);
    this.keeper = new LeaseKeeper(new HeldLeases(), events);
    this.push = new Push(dataSource, process, new DispatcherEar(), events);
    Tidings tidings = new Tidings();
    Keeping keeping = new Keeping();
    BidSettler bids = new BidSettler(keeping, push::isWorking, settings.holder(), tidings, events);
    this.dispatcher =
        new Dispatcher(
            buckets,
            new LeaseConnection(dataSource, process, settings.holder()),
            new Settler(process, bids, keeper, tidings, events),
            keeper,
            new Owners(keeper.held(), transactions),
            new HandOvers(keeping, settings.holder(), events),
            events);
    dispatcher.start(() -> undelivered.get() == 0);
  }

  HoldfastSettings settings() {
    return settings;
  }

  Buckets buckets() {
    return buckets;
  }

  Executor callbacks() {
    return callbacks;
  }

  /** Hands over a wish. */
  Acquisition submit(List<String> resources, LeaseOptions options, Caller caller) {
    checkTtl(options.ttl());
    if (closed) {
      throw new ClosedException();
    }
    Acquisition wish = new Acquisition(resources, options, caller);
    if (pending.incrementAndGet() > settings.maxPending()) {
      pending.decrementAndGet();
      throw new OverloadedException(settings.maxPending());
    }
    wish.granted.whenComplete((leases, error) -> pending.decrementAndGet());
    if (wish.waits) {
      push.start();
    }
    dispatcher.submit(wish, caller.thread() != null && isPatient());
    return wish;
  }

  /** Tells the end of a wish on a thread for callbacks; closing waits for it. */
  void deliver(Acquisition wish, BiConsumer<List<Lease>, @Nullable Throwable> receiver) {
    undelivered.incrementAndGet();
    wish.granted.whenCompleteAsync(
        (leases, error) -> {
          try {
            receiver.accept(leases, error);
          } finally {
            undelivered.decrementAndGet();
          }
        },
        callbacks);
  }

  /** Somebody wants to hear at once when a lease is taken away. */
  void listen() {
    push.start();
  }

  /** The caller gave up; a grant that comes all the same is given back. */
  void forget(Acquisition wish) {
    dispatcher.forget(wish);
  }

  /** Ends a wish that was refused; whoever listens hears of it once. */
  void refuse(Acquisition wish, Refusal refusal) {
    if (wish.refuse(refusal)) {
      events.tell(
          () -> new LeaseRefused(refusal.resource(), refusal.holding().holder(), wish.waited()));
    }
  }

  DatabaseUnavailableException unavailable(String what) {
    return new DatabaseUnavailableException(what, settings.patience(), dispatcher.lastFailure());
  }

  void giveBack(Lease lease) {
    handBack(lease, false);
  }

  boolean release(Lease lease) {
    return Waiting.forAnswer(
            handBack(lease, true),
            settings.patience(),
            () -> unavailable("releasing " + lease.resource()))
        .is("released");
  }

  /** Sets its last end and forgets it: neither renewed, nor released, nor lost from now on. */
  boolean releaseAfter(Lease lease, Duration rest) {
    keeper.held().remove(lease);
    Duration atLeastMillis = rest.compareTo(SHORTEST) < 0 ? SHORTEST : rest;
    boolean ours =
        Waiting.forAnswer(
                renewRecorded(lease, atLeastMillis),
                settings.patience(),
                () -> unavailable("releasing " + lease.resource()))
            .is("renewed");
    events.tell(() -> new LeaseReleased(lease.resource(), lease.fence(), ours));
    return ours;
  }

  /** Whether or not the caller goes on waiting. */
  private CompletableFuture<Answer> renewRecorded(Lease lease, Duration ttl) {
    CompletableFuture<Answer> recording = lease.heritage().recording();
    if (recording == null) {
      return renew(Proof.of(lease), ttl);
    }
    CompletableFuture<Answer> renewed =
        recording.thenCompose(recorded -> renew(Proof.of(lease), ttl));
    dispatcher.hurry(lease.resource(), isPatient());
    return renewed;
  }

  /** Hands all over together, then waits: one batch. */
  boolean releaseAll(List<Lease> leases) {
    List<GiveBack> giveBacks =
        leases.stream().filter(Lease::end).map(lease -> handingBack(lease, true)).toList();
    dispatcher.giveBack(giveBacks, isPatient());
    boolean all = giveBacks.size() == leases.size();
    for (GiveBack giveBack : giveBacks) {
      all &=
          Waiting.forAnswer(
                  giveBack.done(), settings.patience(), () -> unavailable("releasing a group"))
              .is("released");
    }
    return all;
  }

  void renew(Lease lease, Duration ttl) {
    LeaseOptions.checkTtl(ttl);
    checkTtl(ttl);
    lease.beginUse();
    CompletableFuture<Answer> done = new CompletableFuture<>();
    done.whenComplete((answer, error) -> lease.endUse()); // the end is not known before that
    try {
      awaitRecord(lease);
    } catch (RuntimeException e) {
      done.completeExceptionally(e);
      throw e;
    }
    if (!renewed(lease, ttl, done)) {
      throw lost(lease);
    }
  }

  static LeaseLostException lost(Lease lease) {
    String why = lease.whyLost();
    return new LeaseLostException(
        lease.resource(), lease.fence(), why.isEmpty() ? "it was given back" : why, null);
  }

  private boolean renewed(Lease lease, Duration ttl, CompletableFuture<Answer> done) {
    if (keeper.held().contains(lease)) {
      dispatcher.renew(new Renewal(Proof.of(lease), ttl, lease, done));
    } else {
      done.complete(Answer.GONE);
    }
    return Waiting.forAnswer(
            done, settings.patience(), () -> unavailable("renewing " + lease.resource()))
        .is("renewed");
  }

  Guarding guarding() {
    return guarding;
  }

  /**
   * What was handed over here: waits until the database knows it, and would let it write. False: it
   * said that it was lost.
   */
  boolean awaitRecord(Lease lease) {
    CompletableFuture<Answer> recording = lease.heritage().recording();
    if (recording == null) {
      return true;
    }
    dispatcher.hurry(lease.resource(), isPatient());
    Answer answer =
        Waiting.forAnswer(
            recording, settings.patience(), () -> unavailable("recording " + lease.resource()));
    return answer.is("recorded") || answer.is("repeated");
  }

  void callBack(Consumer<Lease> callback, Lease lease) {
    callbacks.execute(() -> callback.accept(lease));
  }

  /** Releases what is held, tells those who wait, and stops. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    keeper.held().all().forEach(Lease::close);
    dispatcher.close(CLOSING, push.end());
    push.close();
    keeper.close();
    callbacks.close();
  }

  /** Asks for another end of a lease that a client elsewhere has. */
  CompletableFuture<Answer> renew(Proof proof, Duration ttl) {
    LeaseOptions.checkTtl(ttl);
    checkTtl(ttl);
    CompletableFuture<Answer> done = new CompletableFuture<>();
    dispatcher.renew(new Renewal(proof, ttl, null, done));
    return done;
  }

  /** Gives back a lease that a client elsewhere has. */
  CompletableFuture<Answer> release(Proof proof) {
    CompletableFuture<Answer> done = new CompletableFuture<>();
    long worthlessAt = System.nanoTime() + settings.patience().toNanos();
    dispatcher.giveBack(
        List.of(
            new GiveBack(proof.resource(), proof.fence(), proof.token(), done, true, worthlessAt)),
        false);
    return done;
  }

  boolean isClosed() {
    return closed;
  }

  private CompletableFuture<Answer> handBack(Lease lease, boolean awaited) {
    GiveBack giveBack = handingBack(lease, awaited);
    dispatcher.giveBack(List.of(giveBack), awaited && isPatient());
    return giveBack.done();
  }

  private GiveBack handingBack(Lease lease, boolean awaited) {
    keeper.held().remove(lease);
    return GiveBack.of(lease, awaited);
  }

  /** A turn at the helm may last as long as the database may take to answer. */
  private boolean isPatient() {
    return settings.patience().compareTo(Sender.LONGEST_ANSWER) >= 0;
  }

  private void checkTtl(Duration ttl) {
    if (ttl.compareTo(schema.maxTtl()) > 0) {
      throw new InvalidRequestException(
          "a ttl is at most "
              + schema.maxTtl()
              + " here, not "
              + ttl
              + ": renew, or raise it with holdfast.configure(p_max_ttl => …)");
    }
  }

  /**
   * A grant becomes a lease; one that is for a client elsewhere is not renewed or released here.
   */
  private final class Keeping implements BidSettler.Keep {

    @Override
    public Lease hold(Grant grant) {
      Lease lease = new Lease(grant, LeaseService.this);
      if (grant.ask().caller().keepsHere()) {
        keeper.hold(lease);
      }
      return lease;
    }

    @Override
    public Lease hold(Grant grant, Lease before) {
      Lease lease = new Lease(grant, LeaseService.this);
      lease.heritage().from(before.heritage());
      keeper.hold(lease);
      return lease;
    }

    @Override
    public boolean isClosed() {
      return closed;
    }
  }

  /** What push hears goes to the dispatcher, which asks the database. */
  private final class DispatcherEar implements Push.Ear {

    @Override
    public void free(List<String> resources) {
      dispatcher.heardFree(resources);
    }

    @Override
    public void lost(String resource) {
      dispatcher.heardLost(resource);
    }

    @Override
    public void back() {
      dispatcher.heardNothing();
    }
  }
}
