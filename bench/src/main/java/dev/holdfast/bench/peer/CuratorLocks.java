package dev.holdfast.bench.peer;

import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's lock recipes on ZooKeeper, with the retry policy of its documentation. */
final class CuratorLocks implements Locks {

  private final CuratorFramework client;
  private final BiFunction<CuratorFramework, String, InterProcessLock> recipe;

  private CuratorLocks(
      Address address, BiFunction<CuratorFramework, String, InterProcessLock> recipe) {
    this.client =
        CuratorFrameworkFactory.newClient(address.url(), new ExponentialBackoffRetry(1_000, 3));
    this.recipe = recipe;
    client.start();
  }

  static Locks mutex(Address address) {
    return new CuratorLocks(address, InterProcessMutex::new);
  }

  static Locks semaphoreMutex(Address address) {
    return new CuratorLocks(address, InterProcessSemaphoreMutex::new);
  }

  @Override
  public KeyLock on(String key) {
    return new Recipe(recipe.apply(client, "/" + key));
  }

  @Override
  public void close() {
    client.close();
  }

  private record Recipe(InterProcessLock mutex) implements KeyLock {

    @Override
    public boolean tryLock() throws Exception {
      return mutex.acquire(0, TimeUnit.SECONDS);
    }

    @Override
    public long lock() throws Exception {
      if (!mutex.acquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("no turn within " + PATIENCE_SECONDS + " s");
      }
      return NO_FENCE;
    }

    @Override
    public void unlock() throws Exception {
      mutex.release();
    }
  }
}
