package dev.holdfast.spring.it;

import dev.holdfast.Holdfast;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** A running application on a database of its own, or on one that several share. */
final class App implements AutoCloseable {

  /** Where a test does not need Hibernate, it is not started. */
  static final String WITHOUT_JPA =
      "spring.autoconfigure.exclude="
          + "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration,"
          + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
          + "org.springframework.boot.autoconfigure.data.jpa.JpaRepositoriesAutoConfiguration,"
          + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final ConfigurableApplicationContext context;

  private App(ConfigurableApplicationContext context) {
    this.context = context;
  }

  static TestDatabase database() {
    return PostgresServer.shared().createDatabase();
  }

  /** Without the web, without JPA. */
  static App plain(TestDatabase database, Class<?> source, String... properties) {
    return start(database, WebApplicationType.NONE, source, more(WITHOUT_JPA, properties));
  }

  static App web(TestDatabase database, Class<?> source, String... properties) {
    return start(database, WebApplicationType.SERVLET, source, more(WITHOUT_JPA, properties));
  }

  static App start(
      TestDatabase database, WebApplicationType type, Class<?> source, String... properties) {
    return new App(
        new SpringApplicationBuilder(source)
            .web(type)
            .properties(
                "spring.datasource.url=" + database.url(),
                "spring.datasource.username=" + database.user())
            .properties(properties)
            .registerShutdownHook(false)
            .run());
  }

  <T> T get(Class<T> type) {
    return context.getBean(type);
  }

  Holdfast holdfast() {
    return get(Holdfast.class);
  }

  JdbcTemplate jdbc() {
    return get(JdbcTemplate.class);
  }

  ConfigurableApplicationContext context() {
    return context;
  }

  long number(String sql) {
    Long found = jdbc().queryForObject(sql, Long.class);
    return found == null ? -1 : found;
  }

  HttpResponse<String> http(String method, String path, String... headers) {
    return send(method, path, "", headers);
  }

  /** With a body in JSON, if there is one. */
  HttpResponse<String> send(String method, String path, String json, String... headers) {
    String port = context.getEnvironment().getRequiredProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
            .method(method, HttpRequest.BodyPublishers.ofString(json));
    if (!json.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }

  private static String[] more(String first, String... properties) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(properties));
    return all.toArray(String[]::new);
  }
}
