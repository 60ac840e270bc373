package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.support.EveryIsolation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HostileNamesTest extends EveryIsolation {

  private static final List<String> NAMES =
      List.of(
          "'; drop table holdfast.lease; --",
          "\"quoted\"",
          "back\\slash",
          "{a,b}",
          "NULL",
          "$1",
          "?",
          "%s%n{0}",
          " leading and trailing ",
          "a/b/c?d=e&f#g",
          "<script>alert(1)</script>",
          "\uD83D\uDD12 emoji",
          "\u202Ertl \u05E9\u05DC\u05D5\u05DD",
          "e\u0301 is not \u00E9",
          "\u00E9",
          "\uDBFF\uDFFD".repeat(512));

  @Test
  @DisplayName("L14: names are data: whatever they say, each is its own resource")
  void namesAreData() {
    Leases leases = lab.open().leases();
    for (String name : NAMES) {
      Lease lease = leases.acquire(name);
      assertThat(lease.fence()).as(name).isEqualTo(1);
      assertThat(leases.tryAcquire(name)).as(name).isEmpty();
      assertThat(leases.find(name).orElseThrow().resource()).isEqualTo(name);
      assertThat(leases.history(name, 5)).hasSize(1);
      assertThat(leases.list(LeaseQuery.all().withPrefix(name)))
          .extracting(LeaseInfo::resource)
          .contains(name);
      int one = lease.inTransaction(tx -> 1);
      assertThat(one).isEqualTo(1);
      assertThat(lease.release()).as(name).isTrue();
    }
    assertThat(lab.sql().number("select count(*) from holdfast.lease")).isEqualTo(NAMES.size());
  }

  @Test
  @DisplayName("L14: holders and attributes are data too")
  void attributesAreData() {
    Leases leases = lab.open().leases();
    Map<String, String> attributes =
        Map.of(
            "json", "{\"a\": [1, null, \"\\\"\"]}",
            "sql", "'; delete from holdfast.lease; --",
            "a \"key\"\\", "line\nbreak\ttab\u0001",
            "\uD83D\uDE00", "",
            "null", "null");
    String holder = "O'Brien \"the\" \\ {x} \uD83D\uDE00";
    leases.acquire("x", LeaseOptions.defaults().withHolder(holder).withAttributes(attributes));
    LeaseInfo.Tenure tenure = leases.find("x").orElseThrow().tenure();
    assertThat(tenure).isNotNull();
    assertThat(tenure.holder()).isEqualTo(holder);
    assertThat(tenure.attributes()).isEqualTo(attributes);
    assertThat(leases.history("x", 1).get(0).attributes()).isEqualTo(attributes);
  }
}
