package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.claim.ClaimTable;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.PastLease;
import dev.holdfast.testkit.Eventually;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;

/** docs/guide/spring-boot.md in an application; SamplesTest of core compares the texts. */
class SpringSamplesTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "guide", "spring-boot.md");

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @EnableScheduling
  @Import({
    SpringSamples.Invoices.class,
    SpringSamples.InvoicePages.class,
    SpringSamples.Jobs.class,
    SpringSamples.Drafts.class,
    SpringSamples.Mailer.class,
    SpringSamples.Workers.class
  })
  static class SamplesApp {}

  private static TestDatabase database;
  private static App app;

  @BeforeAll
  static void start() throws IOException {
    database = App.database();
    PGSimpleDataSource source = database.dataSource();
    JdbcTemplate jdbc = new JdbcTemplate(source);
    jdbc.execute(
        """
        create table invoice (id bigint primary key, step integer not null);
        insert into invoice values (7, 0);
        create table report (at timestamptz);
        create table account (id bigint primary key, balance numeric not null);
        insert into account values (1, 0);
        create table enrolment (student bigint);
        create table draft (id bigint primary key, text text, row_version bigint default 1);
        insert into draft values (1, 'old');
        create table orders (id bigint primary key, status text default 'ready');
        """);
    jdbc.execute(ClaimTable.of("orders", "id").ddl());
    app = App.web(database, SamplesApp.class, properties());
  }

  @AfterAll
  static void stop() {
    app.close();
    database.close();
  }

  @Test
  @DisplayName("a leased method, and what the client sees of a refusal")
  void leased() throws IOException {
    assertThat(app.http("POST", "/invoices/7/advance").statusCode()).isEqualTo(200);
    assertThat(app.number("select step from invoice where id = 7")).isEqualTo(1);
    try (Holdfast other = Holdfast.on(database.dataSource())) {
      // The application gives it back without waiting for that.
      LeaseOptions patient = LeaseOptions.defaults().withWait(Duration.ofMinutes(1));
      other.leases().acquire("invoice/7", patient);
      HttpResponse<String> refused = app.http("POST", "/invoices/7/advance");
      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(keys(refused.body())).isEqualTo(keys(block("json")));
      assertThat(refused.body()).contains("urn:holdfast:problem:held", "The resource is held");
    }
  }

  @Test
  @DisplayName("a job with its min-hold, by the holder that the properties name")
  void job() {
    app.get(SpringSamples.Jobs.class).report();
    app.get(SpringSamples.Jobs.class).report();
    assertThat(app.number("select count(*) from report")).isEqualTo(1);
    assertThat(app.holdfast().leases().history("nightly-report", 1))
        .extracting(PastLease::holder)
        .containsExactly("web-3");
  }

  @Test
  @DisplayName("a retried booking; an event with the data; the workers that take both")
  void work() {
    SpringSamples.Jobs jobs = app.get(SpringSamples.Jobs.class);
    jobs.book(1, BigDecimal.TEN);
    assertThat(app.number("select balance from account")).isEqualTo(10);
    jobs.enrol(7);
    app.jdbc().update("insert into orders values (42)");
    var sent = app.get(SpringSamples.Mailer.class).sent;
    Eventually.holds("both were sent", Duration.ofMinutes(1), () -> sent.size() == 2);
    assertThat(sent).containsExactlyInAnyOrder("{\"student\": 7}", "42");
  }

  @Test
  @DisplayName("a draft with its ETag, changed with If-Match")
  void drafts() {
    HttpResponse<String> read = app.http("GET", "/drafts/1");
    String tag = read.headers().firstValue("ETag").orElseThrow();
    String json = "{\"text\": \"new\", \"rowVersion\": 1}";
    assertThat(app.send("PUT", "/drafts/1", json, "If-Match", tag).statusCode()).isLessThan(300);
    assertThat(app.send("PUT", "/drafts/1", json, "If-Match", tag).statusCode()).isEqualTo(412);
    assertThat(app.send("PUT", "/drafts/1", json).statusCode()).isEqualTo(428);
  }

  private static String[] properties() throws IOException {
    return block("properties").lines().toArray(String[]::new);
  }

  private static String block(String language) throws IOException {
    Matcher found =
        Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```$").matcher(Files.readString(PAGE));
    assertThat(found.find()).as(language).isTrue();
    return found.group(1);
  }

  /** The names of the members, but that of the request, which Boot 3 and 4 fill differently. */
  private static Set<String> keys(String json) {
    Set<String> keys = new TreeSet<>();
    Pattern.compile("\"(\\w+)\" *:").matcher(json).results().forEach(key -> keys.add(key.group(1)));
    keys.remove("instance");
    return keys;
  }
}
