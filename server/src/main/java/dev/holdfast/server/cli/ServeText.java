package dev.holdfast.server.cli;

import dev.holdfast.server.http.HttpSettings;

/** What a service says when it has started. */
final class ServeText {
  private ServeText() {}

  static String welcome(HttpSettings settings, int port, AdminToken admin, String database) {
    HttpSettings.Listen listen = settings.listen();
    String bind = listen.bind();
    String host = bind.contains(":") ? "[" + bind + "]" : bind;
    String scheme = listen.tls() == null ? "http" : "https";
    String base = scheme + "://" + host + ":" + port + settings.pathPrefix();
    String token = admin.shown() ? "#token=" + admin.secret().reveal() : "";
    return """
    holdfast serves %s
      console   %s/%s
      API       %s/api/v1/openapi.yaml
      database  %s
      access    %s%s
    """
        .formatted(
            base,
            base,
            token,
            base,
            Table.visible(database),
            access(listen, admin),
            settings.readOnly() ? "; read-only" : "");
  }

  private static String access(HttpSettings.Listen listen, AdminToken admin) {
    if (admin.shown()) {
      return "the token above is an administrator's until this service stops; keep it to yourself";
    }
    return listen.isLoopback()
        ? "the administrator's token is the one in HOLDFAST_ADMIN_TOKEN"
        : "by access tokens, and by HOLDFAST_ADMIN_TOKEN if it was set";
  }
}
