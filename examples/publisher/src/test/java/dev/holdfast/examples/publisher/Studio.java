package dev.holdfast.examples.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.examples.support.Http.Answer;
import dev.holdfast.examples.support.RunningApp;
import dev.holdfast.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;

/** A database and a gallery, for any number of publishers. */
final class Studio implements AutoCloseable {

  static final Duration LONG = Duration.ofMinutes(2);

  private final TestDatabase database = PostgresServer.shared().createDatabase();
  private final LocalGallery gallery;
  private final JdbcTemplate sql = new JdbcTemplate(database.dataSource());

  Studio() throws IOException {
    gallery = LocalGallery.start(Duration.ofMillis(5));
  }

  /** A publisher with so many workers; none dies, so a busy machine takes no item from them. */
  RunningApp publisher(int workers) {
    return RunningApp.start(
        new Class<?>[] {PublisherApplication.class},
        database.url(),
        database.user(),
        "publisher.gallery-url=" + gallery.address(),
        "publisher.workers=" + workers,
        "publisher.poll-interval=50ms",
        "publisher.worker-ttl=30s");
  }

  TestDatabase database() {
    return database;
  }

  LocalGallery gallery() {
    return gallery;
  }

  Wall wall() {
    return gallery.wall();
  }

  JdbcTemplate sql() {
    return sql;
  }

  static String schedule(RunningApp app, String title) throws IOException, InterruptedException {
    Answer made = app.http().post("/deviations", Map.of("title", title));
    assertThat(made.status()).isEqualTo(201);
    return made.text("id");
  }

  /** Waits until the item has a status. */
  static Answer await(RunningApp app, String id, String status) {
    return Eventually.yields(
        id + " is " + status,
        LONG,
        () -> {
          Answer item = app.http().get("/deviations/" + id);
          return item.text("status").equals(status) ? Optional.of(item) : Optional.empty();
        });
  }

  @Override
  public void close() {
    gallery.close();
    database.close();
  }
}
