package dev.holdfast.server.child;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A line of /proc/PID/stat")
class ProcStatTest {
  @Test
  @DisplayName("is read right though the program's name holds blanks and parentheses")
  void nameWithParentheses() {
    ProcStat stat = ProcStat.parse("42 (a) S 1 (b) R 7 40 39 0 -1 4194304 1 2");
    assertThat(stat).isEqualTo(new ProcStat(42, 'R', 7, 40, 39, -1));
  }

  @Test
  @DisplayName("of this very process names it")
  void self() {
    assertThat(ProcStat.self().orElseThrow().pid()).isEqualTo(ProcessHandle.current().pid());
  }
}
