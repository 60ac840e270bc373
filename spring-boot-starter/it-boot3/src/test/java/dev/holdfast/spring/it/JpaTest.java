package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.LeaseLostException;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.lease.Lease;
import dev.holdfast.lease.Leases;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.CurrentTransaction;
import dev.holdfast.spring.Leased;
import dev.holdfast.spring.RetryOnConflict;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Version;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Hibernate: its transactions are guarded like JdbcTemplate's. */
class JpaTest {

  @Entity(name = "permit")
  static class Permit {
    @Id private long id;
    private String note = "";
    @Version private int version;

    protected Permit() {}

    Permit(long id) {
      this.id = id;
    }

    void note(String newNote) {
      note = newNote;
    }

    String text() {
      return id + ": " + note + " (" + version + ")";
    }
  }

  static class Permits {

    private final Leases leases;
    private final AtomicInteger attempts = new AtomicInteger();
    @PersistenceContext private @Nullable EntityManager entities;

    @Autowired
    Permits(Leases leases) {
      this.leases = leases;
    }

    @Transactional
    public void create(long id) {
      entities().persist(new Permit(id));
    }

    @Leased(resource = "permit/#{#id}")
    @Transactional
    public long noted(long id, String note) {
      entities().find(Permit.class, id).note(note);
      return CurrentLease.required().fence();
    }

    /** Reads, lets somebody else be faster the first time, writes. */
    @RetryOnConflict(backoff = "1ms")
    @Transactional
    public int changed(long id, Runnable faster) {
      Permit permit = entities().find(Permit.class, id);
      int attempt = attempts.incrementAndGet();
      if (attempt == 1) {
        faster.run();
      }
      permit.note("attempt " + attempt);
      return attempt;
    }

    @Leased(resource = "permit/#{#id}")
    public void losing(long id, Consumer<Long> write) {
      Lease lease = CurrentLease.required();
      leases.forceRelease(lease.resource(), lease.fence(), "a test takes it away");
      write.accept(id);
    }

    @Transactional
    public void byJpa(long id) {
      entities().find(Permit.class, id).note("stale");
    }

    private EntityManager entities() {
      if (entities == null) {
        throw new IllegalStateException("not injected");
      }
      return entities;
    }
  }

  @SpringBootConfiguration
  @EnableAutoConfiguration
  static class PermitApp {
    @Bean
    Permits permits(Leases leases) {
      return new Permits(leases);
    }
  }

  private static TestDatabase database;
  private static App app;
  private static Permits permits;

  @BeforeAll
  static void start() {
    database = App.database();
    app =
        App.start(
            database,
            WebApplicationType.NONE,
            PermitApp.class,
            "spring.jpa.hibernate.ddl-auto=create");
    permits = app.get(Permits.class);
  }

  @AfterAll
  static void stop() {
    app.close();
    database.close();
  }

  @Test
  @DisplayName("a leased method writes through JPA; the transaction holds the guard")
  void writes() {
    permits.create(1);
    assertThat(permits.noted(1, "checked")).isEqualTo(1);
    assertThat(note(1)).isEqualTo("checked");
  }

  @Test
  @DisplayName("a lost lease can't commit through Hibernate")
  void guards() {
    permits.create(2);
    assertThatThrownBy(() -> permits.losing(2, permits::byJpa))
        .isInstanceOf(LeaseLostException.class);
    assertThat(note(2)).isEmpty();
    permits.byJpa(2);
    assertThat(note(2)).isEqualTo("stale");
  }

  @Test
  @DisplayName("a changed @Version is tried again on what is there now")
  void optimistic() {
    permits.create(3);
    String faster = "update permit set version = version + 1 where id = 3";
    int attempts =
        permits.changed(
            3, () -> CompletableFuture.runAsync(() -> app.jdbc().update(faster)).join());
    assertThat(attempts).isEqualTo(2);
    assertThat(note(3)).isEqualTo("attempt 2");
  }

  @Test
  @DisplayName("what Holdfast does in JPA's transaction runs on its connection")
  void sameConnection() {
    long[] ids = new long[2];
    new TransactionTemplate(app.get(PlatformTransactionManager.class))
        .executeWithoutResult(
            status -> {
              ids[0] = app.number("select txid_current()");
              ids[1] =
                  app.get(CurrentTransaction.class)
                      .run(
                          connection -> {
                            try (Statement statement = connection.createStatement();
                                ResultSet row = statement.executeQuery("select txid_current()")) {
                              row.next();
                              return row.getLong(1);
                            }
                          });
            });
    assertThat(ids[1]).isEqualTo(ids[0]);
  }

  private static String note(long id) {
    return String.valueOf(
        app.jdbc().queryForObject("select note from permit where id = ?", String.class, id));
  }
}
