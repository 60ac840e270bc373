package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.support.EveryIsolation;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest extends EveryIsolation {

  private static final LeaseOptions DEFAULTS = LeaseOptions.defaults();
  private static final List<String> BAD_NAMES =
      List.of("", "x".repeat(513), "a\u0000b", "a\nb", "\u0085", "\uD83D", "a\uDE00b");

  @Test
  @DisplayName("L14: a bad ttl is refused with a clear error, before anything is sent")
  void badTtl() {
    assertThatThrownBy(() -> DEFAULTS.withTtl(Duration.ZERO)).satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> DEFAULTS.withTtl(Duration.ofSeconds(-1))).hasMessageContaining("1 ms");
    assertThatThrownBy(() -> DEFAULTS.withTtl(Duration.ofNanos(999_999)))
        .satisfies(BadInputTest::isClear);
    Leases leases = lab.open().leases();
    LeaseOptions tooLong = DEFAULTS.withTtl(Duration.ofHours(24).plusMillis(1));
    assertThatThrownBy(() -> leases.acquire("x", tooLong))
        .satisfies(BadInputTest::isClear)
        .hasMessageContainingAll("PT24H", "max_ttl");
    assertThatThrownBy(() -> leases.tryAcquire("x", tooLong)).satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> leases.acquireAsync("x", tooLong)).satisfies(BadInputTest::isClear);
    Lease lease = leases.acquire("x");
    for (Duration bad : List.of(Duration.ZERO, Duration.ofDays(-1), Duration.ofDays(2))) {
      assertThatThrownBy(() -> lease.renew(bad)).satisfies(BadInputTest::isClear);
    }
    assertThat(lease.isHeld()).isTrue();
  }

  @Test
  @DisplayName("L14: the longest ttl is what the database says")
  void configuredMaximum() {
    lab.sql().run("select holdfast.configure(p_max_ttl => '2 seconds')");
    Leases leases = lab.open().leases();
    assertThatThrownBy(() -> leases.acquire("x")).satisfies(BadInputTest::isClear);
    assertThat(leases.tryAcquire("x", DEFAULTS.withTtl(Duration.ofSeconds(2)))).isPresent();
  }

  @Test
  @DisplayName("L14: bad names of resources and holders are refused with a clear error")
  void badNames() {
    Leases leases = lab.open().leases();
    for (String bad : BAD_NAMES) {
      assertThatThrownBy(() -> leases.tryAcquire(bad)).satisfies(BadInputTest::isClear);
      assertThatThrownBy(() -> leases.acquire(bad)).satisfies(BadInputTest::isClear);
      assertThatThrownBy(() -> leases.acquireAll(List.of("good", bad), DEFAULTS))
          .satisfies(BadInputTest::isClear);
      assertThatThrownBy(() -> leases.history(bad, 1)).satisfies(BadInputTest::isClear);
      assertThatThrownBy(() -> leases.find(bad)).satisfies(BadInputTest::isClear);
      assertThatThrownBy(() -> DEFAULTS.withHolder(bad)).satisfies(BadInputTest::isClear);
      assertThatThrownBy(() -> HoldfastSettings.defaults().withHolder(bad))
          .satisfies(BadInputTest::isClear);
    }
    assertThatThrownBy(() -> DEFAULTS.withHolder("h".repeat(256)))
        .satisfies(BadInputTest::isClear)
        .hasMessageContaining("255");
    assertThat(lab.sql().number("select count(*) from holdfast.lease")).isZero();
  }

  @Test
  @DisplayName("L14: attributes that are too large, or can't be stored, are refused")
  void badAttributes() {
    for (Map<String, String> bad :
        List.of(
            Map.of("k", "v".repeat(5000)),
            Map.of("k".repeat(5000), "v"),
            Map.of("k", "\u0000"),
            Map.of("\uD800", "v"))) {
      assertThatThrownBy(() -> DEFAULTS.withAttributes(bad)).satisfies(BadInputTest::isClear);
    }
  }

  @Test
  @DisplayName("L14: other settings out of range are refused")
  void otherSettings() {
    HoldfastSettings settings = HoldfastSettings.defaults();
    Leases leases = lab.open().leases();
    assertThatThrownBy(() -> DEFAULTS.withWait(Duration.ofMillis(-1)))
        .satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> DEFAULTS.withWait(Duration.ofHours(25)))
        .satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> settings.withPatience(Duration.ZERO)).satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> settings.withMaxPending(0)).satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> LeaseQuery.all().withLimit(0)).satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> leases.history("x", 10_001)).satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> leases.forceRelease("x", 1, "")).satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> leases.acquireAll(List.of(), DEFAULTS))
        .satisfies(BadInputTest::isClear);
    assertThatThrownBy(() -> leases.acquireAll(Collections.nCopies(1001, "x"), DEFAULTS))
        .satisfies(BadInputTest::isClear);
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("L14: the SQL functions refuse the same, without the library")
  @ValueSource(
      strings = {
        "select holdfast.acquire('x', '0')",
        "select holdfast.acquire('x', '-1 second')",
        "select holdfast.acquire('x', '25 hours')",
        "select holdfast.acquire('x', null)",
        "select holdfast.acquire('', '1 minute')",
        "select holdfast.acquire(null, '1 minute')",
        "select holdfast.acquire(repeat('x', 513), '1 minute')",
        "select holdfast.acquire(E'a\\nb', '1 minute')",
        "select holdfast.acquire(U&'\\0085', '1 minute')",
        "select holdfast.acquire('x', '1 minute', '')",
        "select holdfast.acquire('x', '1 minute', repeat('h', 256))",
        "select holdfast.acquire('x', '1 minute', null)",
        "select holdfast.renew('x', gen_random_uuid(), '0')",
        "select holdfast.renew('x', gen_random_uuid(), '-1 hour')",
        "select holdfast.renew('x', gen_random_uuid(), '25 hours')",
        "select holdfast.force_release('x', 1, '')",
        "select holdfast.force_release('x', 1, null)",
      })
  void sqlFunctions(String call) throws SQLException {
    try (Connection connection = lab.dataSource().getConnection()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      assertThatThrownBy(() -> Sql.run(connection, call))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isIn("22023", "23514", "23502"))
          .message()
          .containsAnyOf("a ttl is", "1 to 512", "1 to 255", "1 to 1000");
    }
    assertThat(lab.sql().number("select count(*) from holdfast.lease where token_hash is not null"))
        .isZero();
  }

  private static void isClear(Throwable error) {
    assertThat(error).isInstanceOf(InvalidRequestException.class);
    assertThat(error.getMessage()).hasSizeGreaterThan(15);
  }
}
