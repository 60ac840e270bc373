package dev.holdfast.bench.peer;

import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.server.LocalServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The servers of the peers that a scenario measures: started when first wanted, closed with it. */
public final class Backends implements AutoCloseable {

  private final Database database;
  private final Map<Backend, LocalServer> started = new EnumMap<>(Backend.class);

  public Backends(Database database) throws SQLException {
    this.database = database;
    database.execute(ShedLocks.TABLE);
    database.execute(RegistryLocks.TABLE);
    database.execute(AltinnLocks.TABLE);
    database.execute(UpsertLocks.TABLE);
  }

  /** The versions of the servers that are programs of this machine. */
  public static Map<String, String> versions() throws IOException {
    Map<String, String> versions = new TreeMap<>();
    for (Backend backend : List.of(Backend.REDIS, Backend.ETCD)) {
      versions.put(backend.name(), backend.version().orElse("not installed"));
    }
    return versions;
  }

  /** What each peer keeps its locks in; how each is set up stands in docs/performance.md. */
  public static Map<String, String> configuration() {
    Map<String, String> configuration = new TreeMap<>();
    for (Peer peer : Peer.values()) {
      configuration.put(peer.title, peer.backend.title);
    }
    return configuration;
  }

  public Address address(Backend backend) throws IOException, InterruptedException {
    if (backend == Backend.POSTGRES) {
      return new Address(database.url(), database.user());
    }
    LocalServer server = started.get(backend);
    if (server == null) {
      server = backend.start();
      started.put(backend, server);
    }
    return Address.local(server.port());
  }

  /** The processes of a backend that this started. */
  public List<ProcessHandle> processes(Backend backend) {
    LocalServer server = started.get(backend);
    return server == null ? List.of() : List.of(server.handle());
  }

  @Override
  public void close() throws IOException {
    for (LocalServer server : started.values()) {
      server.close();
    }
  }
}
