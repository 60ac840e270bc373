package dev.holdfast.bench.peer;

import dev.holdfast.bench.server.LocalServer;
import dev.holdfast.bench.server.Servers;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a peer keeps its locks in. */
public enum Backend {
  POSTGRES("the measured database", null, null),
  REDIS("Redis, memory only", "redis-server", "redis-server"),
  REDIS_DURABLE("Redis, appendfsync always", "redis-server", "redis-server"),
  ZOOKEEPER("ZooKeeper, one server", null, null),
  ETCD("etcd, one member", "etcd", "etcd-server");

  public final String title;
  private final @Nullable String program;
  private final @Nullable String debianPackage;

  Backend(String title, @Nullable String program, @Nullable String debianPackage) {
    this.title = title;
    this.program = program;
    this.debianPackage = debianPackage;
  }

  /** Why it can't be started here, and what to do about it; empty: it can. */
  public Optional<String> missing() {
    return program == null || LocalServer.program(program).isPresent()
        ? Optional.empty()
        : Optional.of(
            "%s is not installed (Debian, Ubuntu: apt-get install --no-install-recommends %s)"
                .formatted(program, debianPackage));
  }

  /** Of its program, as that says it itself. */
  public Optional<String> version() throws IOException {
    return program == null ? Optional.empty() : LocalServer.version(program);
  }

  LocalServer start() throws IOException, InterruptedException {
    return switch (this) {
      case REDIS -> Servers.redisInMemory();
      case REDIS_DURABLE -> Servers.redisDurable();
      case ZOOKEEPER -> Servers.zooKeeper();
      case ETCD -> Servers.etcd();
      case POSTGRES -> throw new IllegalStateException("the measured database runs already");
    };
  }
}
