package dev.holdfast.bench.peer;

import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson on a single server, with its defaults: its watchdog renews, 64 connections at most. */
final class RedissonLocks implements Locks {

  private final RedissonClient client;
  private final BiFunction<RedissonClient, String, KeyLock> kind;

  private RedissonLocks(Address address, BiFunction<RedissonClient, String, KeyLock> kind) {
    Config config = new Config();
    config.useSingleServer().setAddress("redis://" + address.url());
    this.client = Redisson.create(config);
    this.kind = kind;
  }

  static Locks plain(Address address) {
    return new RedissonLocks(address, (client, key) -> new Plain(client.getLock(key)));
  }

  static Locks fair(Address address) {
    return new RedissonLocks(address, (client, key) -> new Plain(client.getFairLock(key)));
  }

  static Locks fenced(Address address) {
    return new RedissonLocks(address, (client, key) -> new Fenced(client.getFencedLock(key)));
  }

  @Override
  public KeyLock on(String key) {
    return kind.apply(client, key);
  }

  @Override
  public void close() {
    client.shutdown();
  }

  private record Plain(RLock redis) implements KeyLock {

    @Override
    public boolean tryLock() {
      return redis.tryLock();
    }

    @Override
    public long lock() {
      redis.lock();
      return NO_FENCE;
    }

    @Override
    public void unlock() {
      redis.unlock();
    }
  }

  private record Fenced(RFencedLock redis) implements KeyLock {

    /** With a time of 0: without one, Redisson's "try" waits for a held key for ever. */
    @Override
    public boolean tryLock() {
      return redis.tryLockAndGetToken(0, TimeUnit.SECONDS) != null;
    }

    @Override
    public long lock() {
      return redis.lockAndGetToken();
    }

    @Override
    public void unlock() {
      redis.unlock();
    }
  }
}
