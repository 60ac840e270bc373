package dev.holdfast.torture.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {

  private static final String ODD = "a\tb\\n\nc\rd\\";

  @TempDir Path directory;

  @Test
  @DisplayName("an entry comes back from its line as it was, whatever is in its names")
  void roundTrip() {
    Facts facts = new Facts(ODD, 7, -3, 1_700_000_000_000_000L, -12);
    Entry entry = new Entry(-5, Phase.INFO, new Call(ODD, 9, Kind.RENEW, ODD), facts, ODD);

    assertThat(entry.line()).doesNotContain("\n");
    assertThat(Entry.parse(entry.line())).isEqualTo(entry);
  }

  @Test
  @DisplayName("the files of several processes merge by time, completions find their beginnings")
  void merge() {
    try (Recorder one = Recorder.open(directory.resolve("1.history"));
        Recorder two = Recorder.open(directory.resolve("2.history"))) {
      Pending first = one.invoke("1.a", Kind.ACQUIRE, "r", Facts.NONE.withValue(500));
      Pending second = two.invoke("2.a", Kind.ACQUIRE, "r", Facts.NONE.withValue(500));
      first.ok(Facts.of("t1", 1));
      second.fail("held");
      one.note("1.a", Kind.LOST, "r", Facts.of("t1", 1), "the deadline passed");
      one.invoke("1.a", Kind.WRITE, "r", Facts.of("t1", 1).withValue(4)).info("no answer");
    }

    History history = History.readDirectory(directory);

    assertThat(history.operations())
        .extracting(Operation::client, Operation::kind, Operation::outcome)
        .containsExactly(
            tuple("1.a", Kind.ACQUIRE, Phase.OK),
            tuple("2.a", Kind.ACQUIRE, Phase.FAIL),
            tuple("1.a", Kind.LOST, Phase.OK),
            tuple("1.a", Kind.WRITE, Phase.INFO));
    assertThat(history.operations().get(0).facts().fence()).isEqualTo(1);
    assertThat(History.of(history.entries()).text()).isEqualTo(history.text());
  }

  @Test
  @DisplayName("a thread that is interrupted while it writes does not end the record of the others")
  void interrupted() {
    Path file = directory.resolve("1.history");
    try (Recorder recorder = Recorder.open(file)) {
      Thread.currentThread().interrupt();
      recorder.note("1.a", Kind.LOST, "r", Facts.NONE, "");
      assertThat(Thread.interrupted()).isTrue();
      recorder.note("1.b", Kind.LOST, "r", Facts.NONE, "");
    }
    assertThat(History.read(List.of(file)).operations()).hasSize(2);
  }

  @Test
  @DisplayName("the entry that a killed process was writing is left out, its operation is unknown")
  void cutOff() throws IOException {
    Path file = directory.resolve("1.history");
    try (Recorder recorder = Recorder.open(file)) {
      recorder.invoke("1.a", Kind.RELEASE, "r", Facts.of("t1", 1));
    }
    Files.writeString(file, "17\t1.a\t1\tO", StandardOpenOption.APPEND);

    List<Operation> operations = History.read(List.of(file)).operations();

    assertThat(operations).hasSize(1);
    assertThat(operations.get(0).isUnknown()).isTrue();
    assertThat(operations.get(0).completedAt()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  @DisplayName("a damaged line and a second completion are told, never passed over")
  void damaged() throws IOException {
    Path file = Files.writeString(directory.resolve("1.history"), "17\t1.a\t1\tOK\n");
    assertThatThrownBy(() -> History.read(List.of(file)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("12 fields, not 4");

    Call call = new Call("1.a", 1, Kind.RELEASE, "r");
    Entry end = new Entry(2, Phase.OK, call, Facts.NONE, "");
    assertThatThrownBy(() -> History.of(List.of(end, end.withNanos(3))))
        .hasMessageContaining("completed twice");
  }
}
