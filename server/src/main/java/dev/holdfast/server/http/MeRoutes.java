package dev.holdfast.server.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Who am I, says the token. */
final class MeRoutes implements Routes {
  private final HttpSettings settings;

  MeRoutes(HttpSettings settings) {
    this.settings = settings;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.blocking("GET", "/api/v1/me", Role.READ, this::me));
  }

  private Answer me(Exchange exchange) {
    Caller caller = exchange.caller();
    Map<String, Object> me = new LinkedHashMap<>();
    me.put("name", caller.name());
    me.put("role", caller.role().name().toLowerCase(Locale.ROOT));
    me.put("prefixes", caller.prefixes());
    me.put("readOnly", settings.readOnly());
    return Answer.json(200, me);
  }
}
