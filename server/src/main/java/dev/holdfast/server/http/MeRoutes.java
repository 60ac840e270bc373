package dev.holdfast.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who am I, asks the token. */
final class MeRoutes implements Routes {
  private final HttpSettings settings;
  private final Backend backend;

  MeRoutes(HttpSettings settings, Backend backend) {
    this.settings = settings;
    this.backend = backend;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.blocking("GET", "/api/v1/me", Role.READ, this::me));
  }

  private Answer me(Exchange exchange) {
    Caller caller = exchange.caller();
    Map<String, @Nullable Object> me = new LinkedHashMap<>();
    me.put("name", caller.name());
    me.put("role", ResourceJson.lower(caller.role()));
    me.put("prefixes", caller.prefixes());
    me.put("readOnly", settings.readOnly());
    String version = MeRoutes.class.getPackage().getImplementationVersion();
    me.put("version", version == null ? "unpacked" : version);
    me.put(
        "database",
        Query.run(
                backend.pool(),
                "asking for the database's name",
                ServiceSql.DATABASE,
                row -> row.getString(1))
            .get(0));
    return Answer.json(200, me);
  }
}
