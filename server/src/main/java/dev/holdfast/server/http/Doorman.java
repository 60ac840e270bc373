package dev.holdfast.server.http;

import dev.holdfast.server.http.AccessTokens.Stored;
import java.lang.System.Logger.Level;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Knows who an access token belongs to.
 *
 * <p>It keeps a copy of all tokens, which is read again in the background after three seconds, and
 * which nobody is admitted by once it is eight seconds old: so a revocation works within ten. A
 * token that is not in it may be a new one, so it is read again: five times a second at most,
 * whoever sends such tokens.
 */
final class Doorman {
  private static final System.Logger LOG = System.getLogger("dev.holdfast.http");
  private static final long AGAIN = Duration.ofMillis(200).toNanos();
  private static final long AGED = Duration.ofSeconds(3).toNanos();
  private static final long TOO_OLD = Duration.ofSeconds(8).toNanos();
  private static final long NOTE_USE = Duration.ofSeconds(60).toNanos();

  private record Copy(long readAt, Map<String, Stored> byHash) {
    long age() {
      return System.nanoTime() - readAt;
    }
  }

  private final AccessTokens tokens;
  private final Workers workers;
  private final byte[] adminHash;
  private final AtomicReference<@Nullable CompletableFuture<Copy>> reading =
      new AtomicReference<>();
  private final Set<String> used = ConcurrentHashMap.newKeySet();
  private volatile Copy copy = new Copy(System.nanoTime() - 2 * TOO_OLD, Map.of());
  private volatile long usedNotedAt = System.nanoTime();

  /** {@code admin}: the token of this start, which is in no database. */
  Doorman(AccessTokens tokens, Workers workers, Secret admin) {
    this.tokens = tokens;
    this.workers = workers;
    this.adminHash = admin.hash();
  }

  /** Fails with 401, or with 503 if the tokens can't be read. */
  CompletableFuture<Caller> admit(@Nullable String secret) {
    if (secret == null || secret.isEmpty()) {
      return CompletableFuture.failedFuture(
          unauthorized("an access token is needed: Authorization: Bearer …"));
    }
    byte[] hash = Secret.sha256(secret);
    if (MessageDigest.isEqual(hash, adminHash)) {
      return CompletableFuture.completedFuture(new Caller("admin", Role.ADMIN, List.of()));
    }
    Copy known = copy;
    Caller caller = find(known, hash);
    if (caller != null && known.age() < TOO_OLD) {
      if (known.age() > AGED) {
        read();
      }
      return CompletableFuture.completedFuture(caller);
    }
    long asked = System.nanoTime();
    CompletableFuture<Copy> fresh = known.age() < AGAIN ? readLater() : read();
    return fresh
        .thenCompose(found -> found.readAt - asked < 0 ? readLater() : done(found))
        .thenApply(found -> require(find(found, hash)));
  }

  private static CompletableFuture<Copy> done(Copy copy) {
    return CompletableFuture.completedFuture(copy);
  }

  /** So that those who send unknown tokens can't keep the database busy. */
  private CompletableFuture<Copy> readLater() {
    return CompletableFuture.supplyAsync(
            this::read, CompletableFuture.delayedExecutor(AGAIN, TimeUnit.NANOSECONDS))
        .thenCompose(reading -> reading);
  }

  /** Looked up by its hash: how long that takes tells nothing about any secret. */
  private @Nullable Caller find(Copy known, byte[] hash) {
    Stored stored = known.byHash.get(HexFormat.of().formatHex(hash));
    if (stored == null || !stored.token().works()) {
      return null;
    }
    Caller caller = stored.token().caller();
    used.add(caller.name());
    return caller;
  }

  private static Caller require(@Nullable Caller caller) {
    if (caller == null) {
      throw unknown();
    }
    return caller;
  }

  /** One reading at a time; whoever comes meanwhile waits for the same one. */
  private CompletableFuture<Copy> read() {
    CompletableFuture<Copy> mine = new CompletableFuture<>();
    CompletableFuture<Copy> running = reading.compareAndExchange(null, mine);
    if (running != null) {
      return running;
    }
    workers
        .submit(this::readNow)
        .whenComplete(
            (fresh, error) -> {
              reading.set(null);
              if (error == null) {
                mine.complete(fresh);
              } else {
                LOG.log(Level.WARNING, "the access tokens can't be read: " + error.getMessage());
                mine.completeExceptionally(unavailable());
              }
            });
    return mine;
  }

  private Copy readNow() {
    long at = System.nanoTime();
    Map<String, Stored> byHash = new HashMap<>();
    for (Stored stored : tokens.stored()) {
      byHash.put(stored.hash(), stored);
    }
    Copy fresh = new Copy(at, byHash);
    copy = fresh;
    noteUse(at);
    return fresh;
  }

  private void noteUse(long now) {
    if (now - usedNotedAt > NOTE_USE && !used.isEmpty()) {
      usedNotedAt = now;
      List<String> names = List.copyOf(used);
      names.forEach(used::remove);
      tokens.markUsed(names);
    }
  }

  private static HttpProblem unknown() {
    return unauthorized("the access token is not known, was revoked, or has expired");
  }

  private static HttpProblem unauthorized(String detail) {
    return new HttpProblem(401, "unauthorized", "Who are you?", detail);
  }

  private static HttpProblem unavailable() {
    return new HttpProblem(
            503, "unavailable", "The service is unavailable", "the database does not answer")
        .retryAfter(5);
  }
}
