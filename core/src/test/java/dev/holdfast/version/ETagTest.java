package dev.holdfast.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HoldfastException;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.Problem;
import dev.holdfast.Version;
import dev.holdfast.VersionCheck;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ETagTest extends Applications {

  @Test
  @DisplayName(
      "V2: stale is 409, after If-Match 412; missing 404, no If-Match 428, a taken key 409")
  void statuses() {
    Problem stale = problem(() -> applications.update(1, 6, note("x")));
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.extensions())
        .containsEntry("expected", "6")
        .containsEntry("actual", "7")
        .containsEntry("table", "applications")
        .containsEntry("key", "1");
    assertThat(status(() -> applications.update(1, IfMatch.required("\"6\""), note("x"))))
        .isEqualTo(412);
    assertThat(status(() -> applications.update(9, IfMatch.required("\"6\""), note("x"))))
        .isEqualTo(404);
    assertThat(status(() -> IfMatch.required(null))).isEqualTo(428);
    assertThat(status(() -> IfMatch.required("6"))).isEqualTo(400);
    assertThat(status(() -> applications.insert(1, note("x")))).isEqualTo(409);
    assertThat(problem(() -> applications.insert(1, note("x"))).type()).isEqualTo("exists");
    assertThat(IfMatch.of(null)).isEmpty();
  }

  @Test
  @DisplayName("V2: If-Match: one tag, several, *; weak tags and strange ones match nothing")
  void ifMatch() {
    assertThat(update("\"7\"").number()).isEqualTo(8);
    assertThat(update("\"1\" ,\t\"8\", \"xyz\"").number()).isEqualTo(9);
    assertThat(update("*").number()).isEqualTo(10);
    assertThat(status(() -> update("W/\"10\""))).isEqualTo(412);
    assertThat(status(() -> update("\"*\""))).isEqualTo(412);
    assertThat(status(() -> update("\"010\""))).isEqualTo(412);
    assertThat(status(() -> update("\"2026-01-01T00:00:00Z\""))).isEqualTo(412);
    assertThat(status(() -> update("\"\""))).isEqualTo(412);
    assertThat(update("W/\"10\", \"10\"").number()).isEqualTo(11);
    assertThat(version(1)).isEqualTo(Version.of(11));
  }

  @Test
  @DisplayName("V2: an ETag is the version in quotes, strong, and comes back as the same version")
  void tags() {
    assertThat(ETag.of(42)).hasToString("\"42\"");
    Version time = Version.of(Instant.parse("2026-03-01T12:00:00.123456Z"));
    assertThat(ETag.of(time)).hasToString("\"2026-03-01T12:00:00.123456Z\"");
    assertThat(IfMatch.required(ETag.of(time).toString()).versions()).containsExactly(time);
    assertThat(IfMatch.required(ETag.of(-3).toString()))
        .isEqualTo(new VersionCheck(List.of(Version.of(-3)), false, true));
    assertThat(ETag.of(42).isNamedBy("\"41\", W/\"42\"")).isTrue();
    assertThat(ETag.of(42).isNamedBy("*")).isTrue();
    assertThat(ETag.of(42).isNamedBy("\"4\"")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ",",
        "7",
        "\"7",
        "7\"",
        "\"7\" \"8\"",
        "\"7\",8",
        "w/\"7\"",
        "W/ \"7\"",
        "*, \"7\"",
        "**",
        "\"a\nb\"",
        "\"a b\"",
        "\"7\"\u0000",
        "\"\u20ac\"",
        "\"7\"; drop"
      })
  @DisplayName("V2: what is no If-Match header is refused with what it should look like")
  void malformed(String header) {
    assertThatThrownBy(() -> IfMatch.required(header))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("If-Match")
        .hasMessageContaining("\"42\"");
  }

  @Test
  @DisplayName("V2: a hostile header costs little: long ones and lists without end are refused")
  void hostile() {
    for (String header :
        new String[] {
          "\"7\",".repeat(101) + "\"7\"",
          ",".repeat(9_000),
          "\"" + "a".repeat(9_000) + "\"",
          " \t,".repeat(2_700) + "x"
        }) {
      assertThatThrownBy(() -> IfMatch.required(header))
          .isInstanceOf(InvalidRequestException.class);
    }
    assertThat(IfMatch.required("\"" + "9".repeat(5_000) + "\"").versions()).isEmpty();
  }

  private Version update(String ifMatch) {
    return applications.update(1, IfMatch.required(ifMatch), note("x"));
  }

  private static int status(ThrowingCallable refused) {
    return problem(refused).status();
  }

  private static Problem problem(ThrowingCallable refused) {
    try {
      refused.call();
    } catch (HoldfastException e) {
      return Problem.of(e);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("not refused");
  }
}
