package dev.holdfast.server.cli;

import dev.holdfast.server.http.HttpSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a service says when it has started.
 *
 * @param port the one that it listens on
 * @param database its name, for people
 */
record ServeText(HttpSettings settings, int port, AdminToken admin, String database) {

  String welcome() {
    return """
    holdfast serves %s
      console   %s
      API       %s/api/v1/openapi.yaml
      database  %s
      access    %s%s
    """
        .formatted(
            base(),
            console(),
            base(),
            Table.visible(database),
            access(),
            settings.readOnly() ? "; read-only" : "");
  }

  Map<String, Object> json() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("url", base());
    members.put("console", console());
    members.put("port", port);
    members.put("database", database);
    members.put("readOnly", settings.readOnly());
    return members;
  }

  String base() {
    HttpSettings.Listen listen = settings.listen();
    String bind = listen.bind();
    String host = bind.contains(":") ? "[" + bind + "]" : bind;
    String scheme = listen.tls() == null ? "http" : "https";
    return scheme + "://" + host + ":" + port + settings.pathPrefix();
  }

  private String console() {
    return base() + "/" + (admin.shown() ? "#token=" + admin.secret().reveal() : "");
  }

  private String access() {
    if (admin.shown()) {
      return "the token above is an administrator's until this service stops; keep it to yourself";
    }
    return settings.listen().isLoopback()
        ? "the administrator's token is the one in HOLDFAST_ADMIN_TOKEN"
        : "by access tokens, and by HOLDFAST_ADMIN_TOKEN if it was set";
  }
}
