package dev.holdfast.bench.peer;

import java.util.List;
import java.util.stream.Stream;

/** The locks that Holdfast is measured beside; each is opened as its documentation has it. */
public enum Peer {
  HOLDFAST("holdfast", "Holdfast", Backend.POSTGRES),
  SHEDLOCK("shedlock", "ShedLock", Backend.POSTGRES),
  REGISTRY("registry", "JdbcLockRegistry", Backend.POSTGRES),
  ALTINN("hand-written", "lock table of Altinn", Backend.POSTGRES),
  UPSERT("hand-written", "upsert and update by hand", Backend.POSTGRES),
  REDISSON("redisson", "Redisson RLock, memory", Backend.REDIS),
  REDISSON_FAIR("redisson", "Redisson fair lock, memory", Backend.REDIS),
  REDISSON_FENCED("redisson", "Redisson fenced, memory", Backend.REDIS),
  REDISSON_DURABLE("redisson", "Redisson RLock, appendfsync always", Backend.REDIS_DURABLE),
  REDISSON_FENCED_DURABLE("redisson", "Redisson fenced, appendfsync always", Backend.REDIS_DURABLE),
  CURATOR("curator", "Curator mutex, ZooKeeper", Backend.ZOOKEEPER),
  CURATOR_SEMAPHORE("curator", "Curator semaphore mutex, ZooKeeper", Backend.ZOOKEEPER),
  JETCD("jetcd", "jetcd, etcd", Backend.ETCD),
  ADVISORY("floor", "advisory lock, a connection a waiter", Backend.POSTGRES);

  /** Peers in the scenario of pairs. */
  public static final List<Peer> OF_PAIRS =
      List.of(
          SHEDLOCK,
          REGISTRY,
          ALTINN,
          UPSERT,
          REDISSON,
          REDISSON_FENCED,
          REDISSON_DURABLE,
          REDISSON_FENCED_DURABLE,
          CURATOR,
          CURATOR_SEMAPHORE,
          JETCD);

  /** Peers in the scenario of hand-overs: those that wait. */
  public static final List<Peer> OF_HAND_OVERS =
      List.of(
          REDISSON,
          REDISSON_FAIR,
          REDISSON_FENCED,
          REDISSON_FENCED_DURABLE,
          REGISTRY,
          CURATOR,
          JETCD);

  public final String option;
  public final String title;
  public final Backend backend;

  Peer(String option, String title, Backend backend) {
    this.option = option;
    this.title = title;
    this.backend = backend;
  }

  /** A client of it, as each process has one. */
  public Locks open(Address address) {
    return switch (this) {
      case HOLDFAST -> new HoldfastLocks(address);
      case SHEDLOCK -> new ShedLocks(address);
      case REGISTRY -> new RegistryLocks(address);
      case ALTINN -> new AltinnLocks(address);
      case UPSERT -> new UpsertLocks(address);
      case REDISSON, REDISSON_DURABLE -> RedissonLocks.plain(address);
      case REDISSON_FAIR -> RedissonLocks.fair(address);
      case REDISSON_FENCED, REDISSON_FENCED_DURABLE -> RedissonLocks.fenced(address);
      case CURATOR -> CuratorLocks.mutex(address);
      case CURATOR_SEMAPHORE -> CuratorLocks.semaphoreMutex(address);
      case JETCD -> new JetcdLocks(address);
      case ADVISORY -> new AdvisoryLocks(address);
    };
  }

  /** Statements written by hand are no peers: they are what a peer's users would do instead. */
  public boolean isProduct() {
    return Stream.of("holdfast", "hand-written", "floor").noneMatch(option::equals);
  }
}
