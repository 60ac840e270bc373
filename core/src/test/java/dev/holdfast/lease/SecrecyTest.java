package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastEvent;
import dev.holdfast.HoldfastException;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.Problem;
import dev.holdfast.support.Await;
import dev.holdfast.support.CaughtLog;
import dev.holdfast.support.EveryIsolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SecrecyTest extends EveryIsolation {

  @Test
  @DisplayName("L9: the database keeps a hash of the token, in no column the token itself")
  void onlyTheHashIsStored() {
    Holdfast holdfast = lab.open();
    Lease held = holdfast.leases().acquire("held");
    Lease over = holdfast.leases().acquire("over");
    over.release();
    List<String> stored = everyValueStored();
    assertThat(stored).anyMatch(value -> value.contains("held"));
    assertThat(stored)
        .as("the hash is there")
        .anyMatch(value -> value.contains(HexFormat.of().formatHex(held.token().hash())));
    for (Lease lease : List.of(held, over)) {
      assertThat(stored).noneMatch(value -> shows(value, lease.token().value()));
    }
  }

  @Test
  @DisplayName("L9: no log line, event, error or text of ours shows a token")
  void nothingShowsIt() {
    List<HoldfastEvent> events = new CopyOnWriteArrayList<>();
    List<String> said = new ArrayList<>();
    try (CaughtLog log = new CaughtLog()) {
      Holdfast holdfast = lab.open(HoldfastSettings.defaults().withListener(events::add));
      Leases leases = holdfast.leases();
      Lease lease = leases.acquire("x");
      said.add(lease.toString() + lease.token() + leases.find("x") + leases.history("x", 9));
      HoldfastException held =
          error(() -> leases.acquire("x", LeaseOptions.defaults().withWait(Duration.ZERO)));
      leases.forceRelease("x", lease.fence(), "test");
      HoldfastException lost = error(() -> lease.inTransaction(tx -> 0));
      HoldfastException notRenewed = error(() -> lease.renew(Duration.ofMinutes(1)));
      for (HoldfastException error : List.of(held, lost, notRenewed)) {
        said.add(Problem.of(error).toString());
        for (Throwable e = error; e != null; e = e.getCause()) {
          said.add(e.toString());
        }
      }
      Await.until(
          "a loss is logged", () -> log.lines().stream().anyMatch(line -> line.contains("lost")));
      events.forEach(event -> said.add(event.toString()));
      said.addAll(log.lines());
      assertThat(events).isNotEmpty();
      assertThat(said).noneMatch(text -> shows(text, lease.token().value()));
    }
  }

  private static HoldfastException error(Runnable act) {
    Throwable error = catchThrowable(act::run);
    assertThat(error).isInstanceOf(HoldfastException.class);
    return (HoldfastException) error;
  }

  private static boolean shows(String text, UUID token) {
    String plain = token.toString();
    String lower = text.toLowerCase(java.util.Locale.ROOT);
    return lower.contains(plain) || lower.contains(plain.replace("-", ""));
  }

  /** Each row of each table of the schema as text; bytea shows as hexadecimal digits. */
  private List<String> everyValueStored() {
    List<String> values = new ArrayList<>();
    for (String table :
        lab.sql()
            .column(
                "select format('%I.%I', schemaname, tablename) from pg_tables"
                    + " where schemaname = 'holdfast'")) {
      lab.sql()
          .column("select to_jsonb(t)::text from " + table + " t")
          .forEach(row -> values.add(String.valueOf(row)));
    }
    return values;
  }
}
