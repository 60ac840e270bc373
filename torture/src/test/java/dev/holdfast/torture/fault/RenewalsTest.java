package dev.holdfast.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.torture.history.Call;
import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RenewalsTest {

  private static final int FAULT = 11;
  private static final long TTL = Plan.TTL.toMillis();

  private final List<Entry> entries = new ArrayList<>();

  private void during(long from, long to, Kind kind, String note) {
    Call call = new Call("somebody", entries.size(), kind, "*");
    add(from, Phase.INVOKE, call, Facts.NONE, note);
    add(to, Phase.OK, call, Facts.NONE, note);
  }

  private void lost(long at, String token) {
    Call call = new Call("a", entries.size(), Kind.LOST, "x");
    add(at, Phase.OK, call, Facts.of(token, 1), "");
  }

  private void add(long millis, Phase phase, Call call, Facts facts, String note) {
    entries.add(new Entry(TimeUnit.MILLISECONDS.toNanos(millis), phase, call, facts, note));
  }

  private List<String> complaints() {
    entries.sort(Comparator.comparingLong(Entry::nanos));
    return Renewals.lostFor(History.of(entries), FAULT);
  }

  @Test
  @DisplayName("a lease that renews itself and is lost during the fault is complained of")
  void lostDuring() {
    during(1_000, 2_000, Kind.FAULT, FAULT + " all connections are taken");
    during(3_000, 4_000, Kind.FAULT, "12 something else");
    lost(1_500, "a.1r");
    lost(1_600, "a.2"); // nobody renews it
    lost(2_500, "a.3r"); // after the fault
    lost(3_500, "a.4r"); // by another fault
    assertThat(complaints()).singleElement().asString().contains("during 11", "a.1r");
  }

  @Test
  @DisplayName("a clock that was set ends leases for as long as a ttl, not before and not after")
  void lostByAJump() {
    during(0, 10_000, Kind.FAULT, FAULT + " all connections are taken");
    during(3_000, 3_020, Kind.JUMP, "");
    lost(2_999, "a.1r");
    lost(3_010, "a.2r");
    lost(3_019 + TTL, "a.3r");
    lost(3_021 + TTL, "a.4r");
    assertThat(complaints())
        .satisfiesExactly(
            before -> assertThat(before).contains("a.1r"),
            after -> assertThat(after).contains("a.4r"));
  }
}
