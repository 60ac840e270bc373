package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.lease.Batch.GiveBack;
import dev.holdfast.lease.Succession.HandOver;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When hand-overs are told to the database, and which of them together. */
class SuccessionsTest {

  private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(1);

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final Successions successions = new Successions();
  private Lease first;
  private Lease second;
  private Lease third;
  private long now;

  /** Three leases of one resource; as if the later ones were not recorded. */
  @BeforeEach
  void leases() {
    Leases leases = lab.open().leases();
    first = leases.acquire("x");
    first.release();
    second = leases.acquire("x");
    second.release();
    third = leases.acquire("x");
    second.heritage().from(first.heritage());
    third.heritage().from(second.heritage());
    now = System.nanoTime();
  }

  @AfterEach
  void close() {
    third.heritage().recorded(Answer.GONE); // it is, so it can be released
    lab.close();
  }

  private boolean add(Lease from, Lease to, boolean soon) {
    return successions.add(new HandOver(GiveBack.of(from, false), to, now), false, soon);
  }

  private long due(long from) {
    Long next = successions.nextTime();
    assertThat(next).isNotNull();
    return next - from;
  }

  @Test
  @DisplayName("nobody waits for it: it gathers others, and only the first is news")
  void gathers() {
    assertThat(add(first, second, false)).isTrue();
    assertThat(due(now)).isEqualTo(Successions.NAP);
    assertThat(add(second, third, false)).isFalse();
    assertThat(due(now)).isEqualTo(Successions.NAP);
    assertThat(successions.take(System.nanoTime()))
        .hasSize(1)
        .first()
        .matches(all -> all.steps() == 2);
    assertThat(successions.isEmpty()).isTrue();
  }

  // It waited for as long, and who wanted it elsewhere with it.
  @Test
  @DisplayName("it was let go meanwhile: soon; and not any more, if somebody here has it after all")
  void letGo() {
    add(first, second, false);
    GiveBack letGo = GiveBack.of(second, false);
    assertThat(successions.keep(letGo, now)).isTrue();
    assertThat(due(now)).isLessThan(MOMENT);
    successions.forget(letGo);
    assertThat(due(now)).isEqualTo(Successions.NAP);
  }

  @Test
  @DisplayName("somebody waits for its release, or for the record itself: at once")
  void awaited() {
    add(first, second, false);
    successions.keep(GiveBack.of(second, true), now);
    assertThat(due(System.nanoTime())).isLessThanOrEqualTo(0);
    successions.take(System.nanoTime());
    add(first, second, false);
    successions.hurry("x");
    assertThat(due(System.nanoTime())).isLessThanOrEqualTo(0);
  }

  @Test
  @DisplayName("it will soon go to another process: at once, and that is news")
  void goesElsewhere() {
    add(first, second, false);
    assertThat(add(second, third, true)).isTrue();
    assertThat(due(System.nanoTime())).isLessThanOrEqualTo(0);
  }

  @Test
  @DisplayName("many of one resource go before the promise is used up")
  void enough() {
    add(first, second, false);
    boolean news = false;
    for (int step = 0; step < Promise.FENCES / 2; step++) {
      news |= add(second, third, false);
    }
    assertThat(news).isTrue();
    assertThat(due(System.nanoTime())).isLessThanOrEqualTo(0);
  }

  @Test
  @DisplayName("its answer was lost: it goes once more as it was, and what followed goes after it")
  void answerLost() {
    add(first, second, false);
    Succession sent = successions.take(System.nanoTime()).get(0);
    add(second, third, false);
    successions.again(sent);
    assertThat(due(System.nanoTime())).isLessThanOrEqualTo(0);
    assertThat(successions.take(System.nanoTime())).containsExactly(sent);
    assertThat(sent.steps()).isEqualTo(1);
    List<Succession> rest = successions.take(System.nanoTime());
    assertThat(rest).hasSize(1).first().matches(all -> all.last().to() == third);
  }

  @Test
  @DisplayName("it was not recorded: it goes with what followed meanwhile")
  void putBack() {
    add(first, second, false);
    Succession sent = successions.take(System.nanoTime()).get(0);
    add(second, third, false);
    successions.putBack(sent);
    assertThat(successions.take(System.nanoTime())).containsExactly(sent);
    assertThat(sent.steps()).isEqualTo(2);
    assertThat(successions.isFull()).isFalse();
  }

  @Test
  @DisplayName(
      "its answer was lost, and the row is locked: that may be by itself, so it stays as it was")
  void putBackUnsettled() {
    add(first, second, false);
    Succession sent = successions.take(System.nanoTime()).get(0);
    add(second, third, false);
    successions.again(sent);
    assertThat(successions.take(System.nanoTime())).containsExactly(sent);
    sent.blocked(System.nanoTime());
    successions.putBack(sent);
    assertThat(sent.steps()).isEqualTo(1);
    assertThat(successions.isBlocked("x")).isTrue();
  }

  @Test
  @DisplayName("only who has it last hands it over: not one that came after a lease of before")
  void next() {
    assertThat(successions.isNext(GiveBack.of(first, false))).isTrue();
    add(first, second, false);
    assertThat(successions.isNext(GiveBack.of(second, false))).isTrue();
    assertThat(successions.isNext(GiveBack.of(third, false))).isFalse();
    successions.again(successions.take(System.nanoTime()).get(0));
    assertThat(successions.isNext(GiveBack.of(third, false))).isFalse();
  }
}
