package dev.holdfast.examples.permitworkflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.examples.support.Http;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.RunningApp;
import java.io.IOException;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;

/** The running workflow with a database of its own, and what people do with it. */
final class Office implements AutoCloseable {

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final RunningApp app =
      RunningApp.start(
          new Class<?>[] {PermitWorkflowApplication.class}, database.url(), database.user());

  RunningApp app() {
    return app;
  }

  Http http() {
    return app.http();
  }

  TestDatabase database() {
    return database;
  }

  JdbcTemplate sql() {
    return app.bean(JdbcTemplate.class);
  }

  long draft(String details) throws IOException, InterruptedException {
    Answer made =
        http().post("/applications", Map.of("citizen", "Ada", "title", "Shed", "details", details));
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("ETag")).isEqualTo("\"1\"");
    return made.body().path("id").asLong();
  }

  long submitted() throws IOException, InterruptedException {
    long id = draft("0");
    assertThat(act(id, "submit", Map.of(), "\"1\"").status()).isEqualTo(200);
    return id;
  }

  Answer get(long id) throws IOException, InterruptedException {
    return http().get("/applications/" + id);
  }

  Answer edit(long id, String details, String ifMatch) throws IOException, InterruptedException {
    return http()
        .send(
            "PUT",
            "/applications/" + id,
            Map.of("title", "Shed", "details", details),
            Map.of("If-Match", ifMatch));
  }

  Answer act(long id, String act, Map<String, String> body)
      throws IOException, InterruptedException {
    return http().post("/applications/" + id + "/" + act, body);
  }

  Answer act(long id, String act, Map<String, String> body, String ifMatch)
      throws IOException, InterruptedException {
    return http()
        .send("POST", "/applications/" + id + "/" + act, body, Map.of("If-Match", ifMatch));
  }

  int count(String table, long id) {
    String sql =
        switch (table) {
          case "transitions" -> "select count(*) from transitions where application_id = ?";
          case "notifications" -> "select count(*) from notifications where application_id = ?";
          default -> throw new IllegalArgumentException(table);
        };
    Integer count = sql().queryForObject(sql, Integer.class, id);
    return count == null ? 0 : count;
  }

  @Override
  public void close() {
    app.close();
    database.close();
  }
}
