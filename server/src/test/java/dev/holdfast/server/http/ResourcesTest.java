package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.holdfast.lease.Lease;
import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.lease.PastLease;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Looking over HTTP")
class ResourcesTest {
  private static ServiceLab lab;
  private static Client reader;
  private static final List<Lease> HELD = new ArrayList<>();

  @BeforeAll
  static void start() {
    lab = ServiceLab.start();
    reader = lab.client("reader", Role.READ);
    for (String name : List.of("a/1", "a/2", "a/3", "b/1", "b/2", "c")) {
      HELD.add(lab.holdfast().leases().acquire(name, LeaseOptions.defaults().withHolder("me")));
    }
    lab.holdfast().leases().acquire("a/free").release();
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  private static List<String> names(Client client, String query) {
    List<String> names = new ArrayList<>();
    String cursor = "";
    for (int page = 0; page < 20; page++) {
      Client.Reply reply = client.get("/api/v1/resources?limit=2" + query + cursor);
      assertThat(reply.status()).isEqualTo(200);
      for (Object item : reply.list("items")) {
        names.add(String.valueOf(((Map<?, ?>) item).get("resource")));
      }
      if (reply.get("next") == null) {
        return names;
      }
      cursor = "&cursor=" + reply.text("next");
    }
    throw new AssertionError("it has no end: " + names);
  }

  @Test
  @DisplayName("lists names in order, page after page, by prefix and by state")
  void lists() {
    assertThat(names(reader, "&prefix=a/")).containsExactly("a/1", "a/2", "a/3", "a/free");
    assertThat(names(reader, "&prefix=a/&state=held")).containsExactly("a/1", "a/2", "a/3");
    assertThat(names(reader, "&state=held")).contains("a/1", "b/2", "c").doesNotContain("a/free");
    assertThat(names(reader, "&prefix=zzz")).isEmpty();
  }

  @Test
  @DisplayName("shows a token only the names that its prefixes allow, in lists too")
  void prefixes() {
    Client narrow = lab.client("narrow", Role.ADMIN, "b/", "a/2", "a/");
    assertThat(names(narrow, "")).containsExactly("a/1", "a/2", "a/3", "a/free", "b/1", "b/2");
    assertThat(names(narrow, "&prefix=b")).containsExactly("b/1", "b/2");
    assertThat(names(narrow, "&prefix=c")).isEmpty();
    for (String path :
        List.of(
            "/api/v1/resources/c", "/api/v1/resources/c/why", "/api/v1/resource/history?name=c")) {
      assertThat(narrow.get(path).status()).as(path).isEqualTo(403);
    }
    assertThat(narrow.send("DELETE", "/api/v1/resources/c/lease?fence=1&reason=r", null).status())
        .isEqualTo(403);
    assertThat(
            narrow
                .post(
                    "/api/v1/backends/1/cancel",
                    "{\"backendStart\":\"2026-01-01T00:00:00Z\",\"reason\":\"r\"}")
                .status())
        .isEqualTo(403);
  }

  @Test
  @DisplayName("answers why a resource is stuck, and 404 for one that nobody knows")
  void one() {
    Client.Reply one = reader.get("/api/v1/resources/a%2F1");
    assertThat(one.text("sentence")).startsWith("a/1 held");
    Client.Reply why = reader.get("/api/v1/resource/why?name=a/1");
    assertThat(why.status()).isEqualTo(200);
    assertThat(why.text("state")).isEqualTo("held");
    assertThat(reader.get("/api/v1/resources/nobody").status()).isEqualTo(404);
    assertThat(reader.get("/api/v1/resources/nobody/why").text("state")).isEqualTo("free");
    assertThat(reader.get("/api/v1/waits").status()).isEqualTo(200);
    assertThat(reader.get("/api/v1/blockers").status()).isEqualTo(200);
  }

  @Test
  @DisplayName("takes a lease away by its fence only, with who and why in the history")
  void takesAway() {
    Lease lease = lab.holdfast().leases().acquire("taken");
    Client admin = lab.client("boss", Role.ADMIN);
    String path = "/api/v1/resources/taken/lease?fence=";
    Client.Reply other = admin.send("DELETE", path + (lease.fence() + 1), "{\"reason\":\"r\"}");
    assertThat(other.status()).isEqualTo(412);
    assertThat(other.code()).isEqualTo("fence-mismatch");
    assertThat(admin.send("DELETE", path + lease.fence(), null).status())
        .as("without a reason")
        .isEqualTo(400);
    assertThat(admin.send("DELETE", path + lease.fence(), "{\"reason\":\"stuck\"}").status())
        .isEqualTo(204);
    Client.Reply history = reader.get("/api/v1/resources/taken/history");
    Map<?, ?> hold = (Map<?, ?>) history.list("items").get(0);
    assertThat(hold.get("ended"))
        .asInstanceOf(MAP)
        .containsEntry("kind", "forced")
        .containsEntry("by", "token boss")
        .containsEntry("reason", "stuck");
    PastLease past = lab.holdfast().leases().history("taken", 1).get(0);
    assertThat(past.end()).isNotNull();
  }

  @Test
  @DisplayName("pages through a history")
  void history() {
    for (int i = 0; i < 5; i++) {
      lab.holdfast().leases().acquire("often").release();
    }
    Client.Reply first = reader.get("/api/v1/resources/often/history?limit=2");
    assertThat(first.list("items")).hasSize(2);
    Client.Reply rest =
        reader.get("/api/v1/resources/often/history?limit=10&cursor=" + first.text("next"));
    assertThat(rest.list("items")).hasSize(3);
    assertThat(rest.get("next")).isNull();
  }

  @Test
  @DisplayName("ends a session by its pid and its start together, and puts it on record")
  void backends() throws Exception {
    Client admin = lab.client("dba", Role.ADMIN);
    try (Connection victim = lab.dataSource().getConnection();
        Statement statement = victim.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select pid, to_char(backend_start at time zone 'utc',"
                    + " 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') from pg_stat_activity"
                    + " where pid = pg_backend_pid()")) {
      row.next();
      String path = "/api/v1/backends/" + row.getInt(1);
      String body =
          "{\"backendStart\":\"%s\",\"reason\":\"in the way\"}".formatted(row.getString(2));
      String early = body.replaceFirst("20\\d\\d", "2001");
      assertThat(admin.post(path + "/terminate", early).code()).isEqualTo("pid-reused");
      assertThat(admin.post("/api/v1/backends/999999999/cancel", body).status()).isEqualTo(404);
      assertThat(victim.isValid(10)).isTrue();
      assertThat(admin.post(path + "/cancel", body).status()).isEqualTo(202);
      assertThat(admin.post(path + "/terminate", body).status()).isEqualTo(202);
      assertThat(victim.isValid(10)).isFalse();
    }
    try (Connection connection = lab.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select string_agg(kind || ' ' || by || ' ' || reason, ', ' order by id)"
                    + " from holdfast.deed")) {
      row.next();
      assertThat(row.getString(1))
          .isEqualTo(
              "backend-cancelled token dba in the way, backend-terminated token dba in the way");
    }
  }

  @Test
  @DisplayName("shows lock orders that were reported")
  void policy() throws Exception {
    try (Connection connection = lab.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "select holdfast.report_lock_order('shop', array['orders','orders'],"
              + " array['items','items'], array[2,3]::bigint[])");
      statement.execute(
          "select holdfast.report_lock_order('shop', array['orders'], array['items'], array[4])");
    }
    Client.Reply policy = reader.get("/api/v1/policy");
    assertThat(policy.get("declared")).isNull();
    Map<?, ?> observed = (Map<?, ?>) policy.list("observed").get(0);
    assertThat(observed.get("count")).isEqualTo(9.0);
    assertThat(observed.get("application")).isEqualTo("shop");
  }
}
