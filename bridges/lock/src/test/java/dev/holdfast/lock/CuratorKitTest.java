package dev.holdfast.lock;

import dev.holdfast.Holdfast;
import dev.holdfast.testkit.junit.HoldfastTest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.TestInterProcessMutexBase;
import org.junit.jupiter.api.DisplayName;

/**
 * Curator's kit for its mutex, as far as it is about locks: reentrancy, threads, clients, time.
 * Three of its tests are about ZooKeeper and are left out: what a killed ZooKeeper server or
 * session does to a lock (ours does not depend on one; the lock contract kills processes and cuts
 * networks instead), and that no empty node stays behind.
 */
@HoldfastTest
@DisplayName("L3: Curator's kit for mutexes passes, where it is about locks")
public class CuratorKitTest extends TestInterProcessMutexBase {

  private final Holdfast holdfast;
  private final Map<CuratorFramework, HoldfastLocks> clients = new ConcurrentHashMap<>();

  CuratorKitTest(Holdfast holdfast) {
    this.holdfast = holdfast;
  }

  @Override
  protected InterProcessLock makeLock(CuratorFramework client) {
    HoldfastLocks locks = clients.computeIfAbsent(client, c -> HoldfastLocks.on(holdfast));
    return new Mutex(locks.lock(LOCK_BASE_PATH));
  }

  /** Not about locks: a ZooKeeper server that stops. */
  @Override
  public void testWaitingProcessKilledServer() {}

  /** Not about locks: a ZooKeeper session that ends. */
  @Override
  public void testKilledSession() {}

  /** Not about locks: ZooKeeper's nodes. */
  @Override
  public void testContainerCleanup() {}

  private static final class Mutex implements InterProcessLock {

    private final HoldfastLock lock;
    private final AtomicInteger holds = new AtomicInteger();

    Mutex(HoldfastLock lock) {
      this.lock = lock;
    }

    @Override
    public void acquire() {
      lock.lock();
      holds.incrementAndGet();
    }

    @Override
    public boolean acquire(long time, TimeUnit unit) throws InterruptedException {
      boolean acquired = lock.tryLock(time, unit);
      if (acquired) {
        holds.incrementAndGet();
      }
      return acquired;
    }

    @Override
    public void release() {
      holds.decrementAndGet();
      lock.unlock();
    }

    /** Curator's question is about all threads, ours about one. */
    @Override
    public boolean isAcquiredInThisProcess() {
      return holds.get() > 0;
    }
  }
}
