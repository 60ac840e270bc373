package dev.holdfast.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.torture.history.Call;
import dev.holdfast.torture.history.Entry;
import dev.holdfast.torture.history.Facts;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import dev.holdfast.torture.history.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What a correct server did passes; with one thing changed that can't have been, it does not. */
class RandomHistoriesTest {

  private static final int RUNS = 60;

  private static History good(RepetitionInfo run) {
    return SimulatedServer.run(run.getCurrentRepetition(), 2 + run.getCurrentRepetition() % 7, 500);
  }

  private static Entry pick(RepetitionInfo run, History history, Predicate<Entry> wanted) {
    List<Entry> some = history.entries().stream().filter(wanted).toList();
    assertThat(some).isNotEmpty();
    return some.get(new Random(run.getCurrentRepetition()).nextInt(some.size()));
  }

  private static History replace(History history, Entry old, UnaryOperator<Entry> change) {
    return History.of(
        history.entries().stream().map(e -> e.equals(old) ? change.apply(e) : e).toList());
  }

  private static void rejected(History history, Invariant invariant) {
    Verdict verdict = Checker.check(history, Rules.ALL.only(invariant));
    assertThat(verdict.violations()).isNotEmpty();
  }

  @RepeatedTest(RUNS)
  @DisplayName("what a correct server did passes")
  void good_passes(RepetitionInfo run) {
    Verdict verdict = Checker.check(good(run), Rules.ALL);
    assertThat(verdict.isGood()).as(verdict.text()).isTrue();
  }

  @Test
  @DisplayName("a long history with much at once is decided")
  void large() {
    History history = SimulatedServer.run(4711, 12, 40_000);
    Verdict verdict = Checker.check(history, Rules.ALL);
    assertThat(verdict.isGood()).as(verdict.text()).isTrue();
  }

  @RepeatedTest(RUNS)
  @DisplayName("a grant whose fence was there before is rejected")
  void old_fence(RepetitionInfo run) {
    History history = good(run);
    List<Operation> grants = history.operations(Kind.ACQUIRE).filter(Operation::isOk).toList();
    Operation later = grants.get(1 + run.getCurrentRepetition() % (grants.size() - 1));
    Operation first = grants.get(0);
    Entry answer = answer(later);
    History changed =
        replace(history, answer, e -> e.withFacts(e.facts().withFence(first.facts().fence())));
    rejected(changed, Invariant.F);
    rejected(changed, Invariant.S);
  }

  @RepeatedTest(RUNS)
  @DisplayName("an acknowledged write that is taken away is missed")
  void missing_write(RepetitionInfo run) {
    History history = good(run);
    List<Long> acknowledged =
        history.operations(Kind.WRITE).filter(Operation::isOk).map(o -> o.facts().value()).toList();
    Entry gone =
        pick(
            run,
            history,
            e -> e.kind() == Kind.READ_END && acknowledged.contains(e.facts().value()));
    History rest = history.filter(o -> !o.begin().equals(gone));
    rejected(rest, Invariant.D);
    rejected(rest, Invariant.W);
  }

  @RepeatedTest(RUNS)
  @DisplayName("a write that is moved behind one of another fence is rejected")
  void moved_write(RepetitionInfo run) {
    History history = good(run);
    List<Entry> reads =
        history.entries().stream()
            .filter(e -> e.kind() == Kind.READ_END && e.facts().value() != 0)
            .toList();
    Entry last = reads.get(reads.size() - 1);
    Entry old =
        pick(run, history, e -> reads.contains(e) && e.facts().fence() < last.facts().fence());
    rejected(replace(history, old, e -> e.withNanos(last.nanos() + 1)), Invariant.W);
  }

  @RepeatedTest(RUNS)
  @DisplayName("a renewal by a token that was never granted is rejected")
  void forged_token(RepetitionInfo run) {
    History history = good(run);
    Entry renewal = pick(run, history, e -> e.kind() == Kind.RENEW && e.phase() == Phase.OK);
    History changed = replace(history, renewal, e -> e.withFacts(e.facts().withToken("forged")));
    rejected(changed, Invariant.T);
    rejected(changed, Invariant.S);
  }

  @RepeatedTest(RUNS)
  @DisplayName("a grant in the middle of a claim of another is rejected")
  void second_holder(RepetitionInfo run) {
    History history = good(run);
    Entry granted =
        pick(
            run,
            history,
            e -> e.kind() == Kind.ACQUIRE && e.phase() == Phase.OK && stillClaimed(history, e));
    List<Entry> more = new ArrayList<>(history.entries());
    Facts facts =
        Facts.of("thief", granted.facts().fence() + 1)
            .withValue(100)
            .withDeadlineNanos(granted.nanos() + 100_000_000);
    var call = new Call("thief", 1, Kind.ACQUIRE, "r");
    more.add(new Entry(granted.nanos() + 1, Phase.INVOKE, call, facts, ""));
    more.add(new Entry(granted.nanos() + 2, Phase.OK, call, facts, ""));
    rejected(History.of(more), Invariant.X);
    rejected(History.of(more), Invariant.S);
  }

  private static boolean stillClaimed(History history, Entry granted) {
    return history.operations().stream()
        .noneMatch(
            o ->
                o.client().equals(granted.client())
                    && o.kind() != Kind.WRITE
                    && o.kind() != Kind.ACQUIRE
                    && o.invokedAt() > granted.nanos()
                    && o.invokedAt() < granted.nanos() + 3);
  }

  private static Entry answer(Operation operation) {
    Entry end = operation.end();
    assertThat(end).isNotNull();
    return end;
  }
}
