package dev.holdfast.server.http;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.PlacedTable;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.TableName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The declared lock order beside the one that was seen. */
final class PolicyRoutes implements Routes {
  private final Backend backend;
  private final @Nullable Policy policy;

  /** {@code policy}: null, none was declared. */
  PolicyRoutes(Backend backend, @Nullable Policy policy) {
    this.backend = backend;
    this.policy = policy;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.blocking("GET", "/api/v1/policy", Role.READ, this::both));
  }

  private Answer both(Exchange exchange) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("declared", policy == null ? null : declared(policy));
    members.put(
        "observed",
        Query.run(
            backend.pool(),
            "reading the observed lock orders",
            ServiceSql.OBSERVED_ORDERS,
            this::observed));
    return Answer.json(200, members);
  }

  private static Map<String, @Nullable Object> declared(Policy policy) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("clusters", policy.clusters().stream().map(PolicyRoutes::cluster).toList());
    return members;
  }

  private static Map<String, @Nullable Object> cluster(Cluster cluster) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("name", cluster.name());
    members.put("kind", ResourceJson.lower(cluster.kind()));
    members.put("tables", cluster.tableNames().stream().map(TableName::toString).toList());
    return members;
  }

  private Map<String, @Nullable Object> observed(ResultSet row) throws SQLException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    String from = row.getString("held");
    String to = row.getString("wanted");
    members.put("from", from);
    members.put("to", to);
    members.put("count", (double) row.getLong("seen"));
    members.put("lastSeen", row.getTimestamp("last_seen").toInstant());
    members.put("application", row.getString("application"));
    members.put("violation", policy == null ? null : violation(policy, from, to));
    return members;
  }

  /** Null: all is well, or the policy says nothing about these tables. */
  static @Nullable String violation(Policy policy, String from, String to) {
    Optional<PlacedTable> first = policy.table(TableName.of(from));
    Optional<PlacedTable> second = policy.table(TableName.of(to));
    if (first.isEmpty() || second.isEmpty() || from.equals(to)) {
      return null;
    }
    PlacedTable held = first.get();
    PlacedTable wanted = second.get();
    if (!held.cluster().name().equals(wanted.cluster().name())) {
      return "%s is in cluster %s and %s in %s: one transaction must not lock both"
          .formatted(from, held.cluster().name(), to, wanted.cluster().name());
    }
    return held.rank() <= wanted.rank()
        ? null
        : "%s comes before %s in cluster %s".formatted(to, from, held.cluster().name());
  }
}
