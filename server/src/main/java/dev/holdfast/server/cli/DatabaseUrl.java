package dev.holdfast.server.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A database address: {@code jdbc:postgresql://host/db?user=app}, or as libpq writes it, {@code
 * postgresql://app@host:5432/db?sslmode=require}.
 *
 * <p>A password is taken out of the address at once and never printed.
 *
 * @param jdbc the address for the driver, with neither user nor password in front of the host
 */
record DatabaseUrl(String jdbc, @Nullable String user, @Nullable String password) {
  private static final String JDBC = "jdbc:postgresql:";
  private static final Pattern LIBPQ = Pattern.compile("postgres(ql)?://.*");
  private static final Map<String, String> LIBPQ_NAMES =
      Map.of("connect_timeout", "connectTimeout", "application_name", "ApplicationName");

  static DatabaseUrl parse(String text) {
    if (text.startsWith(JDBC)) {
      return withoutSecret(text, null, null);
    }
    if (LIBPQ.matcher(text).matches()) {
      return fromLibpq(text);
    }
    throw new UsageException(
        "the database address must start with jdbc:postgresql:// or postgresql://");
  }

  private static DatabaseUrl fromLibpq(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      // Its message would quote the whole address, and with it a password.
      throw new UsageException("the database address is not a valid URL: " + e.getReason());
    }
    String host = uri.getHost() == null ? "localhost" : uri.getHost();
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + renamed(uri.getRawQuery());
    String info = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
    int colon = info.indexOf(':');
    String user = colon < 0 ? info : info.substring(0, colon);
    String password = colon < 0 ? null : decode(info.substring(colon + 1));
    String jdbc = JDBC + "//" + host + port + path + query;
    return withoutSecret(jdbc, user.isEmpty() ? null : decode(user), password);
  }

  private static String renamed(String query) {
    List<String> parameters = new ArrayList<>();
    for (String parameter : query.split("&", -1)) {
      String name = parameter.substring(0, Math.max(0, parameter.indexOf('=')));
      String known = LIBPQ_NAMES.getOrDefault(name, name);
      parameters.add(known + parameter.substring(name.length()));
    }
    return String.join("&", parameters);
  }

  private static DatabaseUrl withoutSecret(
      String jdbc, @Nullable String user, @Nullable String password) {
    int question = jdbc.indexOf('?');
    if (question < 0) {
      return new DatabaseUrl(jdbc, user, password);
    }
    List<String> kept = new ArrayList<>();
    for (String parameter : jdbc.substring(question + 1).split("&", -1)) {
      int equals = parameter.indexOf('=');
      String name = equals < 0 ? parameter : parameter.substring(0, equals);
      switch (name.toLowerCase(Locale.ROOT)) {
        case "password" -> password = decode(parameter.substring(equals + 1));
        case "user" -> user = decode(parameter.substring(equals + 1));
        default -> kept.add(parameter);
      }
    }
    String rest = kept.isEmpty() ? "" : "?" + String.join("&", kept);
    return new DatabaseUrl(jdbc.substring(0, question) + rest, user, password);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** Without the password, and without parameters, some of which are secret too. */
  @Override
  public String toString() {
    int question = jdbc.indexOf('?');
    String address = question < 0 ? jdbc : jdbc.substring(0, question);
    String shown = address.substring(JDBC.length()).replaceFirst("^//", "");
    return user == null ? shown : shown + " as " + user;
  }
}
