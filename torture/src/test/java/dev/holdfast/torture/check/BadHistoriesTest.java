package dev.holdfast.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.torture.history.Kind;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories that no correct server produces. Each has a mistake that was made somewhere, once. */
class BadHistoriesTest {

  static Stream<Arguments> bad() {
    return Stream.of(
            jumps(), exclusion(), fences(), writes(), survival(), tokens(), others(), server())
        .flatMap(s -> s);
  }

  /** A clock that was set excuses what ran then, and nothing else. */
  private static Stream<Arguments> jumps() {
    return Stream.of(
        bad(
            "two holders at once after the clock was set",
            Invariant.X,
            "both claim it, for 799000 µs",
            new Story().jump(0, 20, 2_000).acquire(30, "a", "t1", 1).acquire(130, "b", "t2", 2)),
        bad(
            "two holders at once before the clock was set",
            Invariant.X,
            "both claim it, for 399000 µs",
            new Story().acquire(0, "a", "t1", 1).acquire(100, "b", "t2", 2).jump(500, 520, 2_000)),
        bad(
            "the older holder renewed after the clock was set, and was overtaken all the same",
            Invariant.X,
            "both claim it",
            new Story()
                .acquire(0, "a", "t1", 1)
                .jump(100, 120, 2_000)
                .renew(150, "a", "t1", 1)
                .acquire(300, "b", "t2", 2)),
        bad(
            "a takeover of a lease that was granted after the clock was set",
            Invariant.S,
            "can't have been answered OK",
            new Story().jump(0, 20, 2_000).acquire(30, "a", "t1", 1).acquire(500, "b", "t2", 2)),
        bad(
            "a takeover before the clock was set",
            Invariant.S,
            "surely until 500",
            new Story().acquire(0, "a", "t1", 1).acquire(400, "b", "t2", 2).jump(500, 520, 2_000)),
        bad(
            "nobody gets on after healing, long after the clock was set",
            Invariant.L,
            "after 'kill' was healed",
            new Story()
                .jump(0, 20, 2_000)
                .acquire(30, "a", "t1", 1)
                .fault(100, 200, "kill")
                .lasting(9_000)
                .refused(150, "b", 0)));
  }

  private static Stream<Arguments> exclusion() {
    return Stream.of(
        bad(
            "two holders at once",
            Invariant.X,
            "fence 1 of a and fence 2 of b both claim it, for 799000 µs",
            new Story().acquire(0, "a", "t1", 1).acquire(100, "b", "t2", 2)),
        bad(
            "the older holder renews in the middle of the newer claim",
            Invariant.X,
            "both claim it",
            new Story()
                .acquire(0, "a", "t1", 1)
                .lasting(300)
                .renew(800, "a", "t1", 1)
                .lasting(1)
                .acquire(1_001, "b", "t2", 2)),
        bad(
            "a loss was noticed too late",
            Invariant.X,
            "for 50000 µs",
            new Story()
                .acquire(0, "a", "t1", 1)
                .lost(852, "a", "t1", 1)
                .acquire(801, "b", "t2", 2)));
  }

  private static Stream<Arguments> fences() {
    return Stream.of(
        bad(
            "a pruned counter starts again",
            Invariant.F,
            "fence 1 was told after fence 7",
            new Story().acquire(0, "a", "t1", 7).release(5, "a", "t1", 7).acquire(9, "b", "t2", 1)),
        bad(
            "a fence that was handed over is granted again",
            Invariant.F,
            "fence 2 was told after fence 2",
            new Story()
                .acquire(0, "a", "t1", 1)
                .handOver(500, "a", "t1", "t2", 2, 900)
                .acquire(1_000, "b", "t3", 2)),
        bad(
            "a refusal tells of one before those that were handed over",
            Invariant.S,
            "can't have been answered FAIL",
            new Story()
                .acquire(0, "a", "t1", 1)
                .release(5, "a", "t1", 1)
                .acquire(10, "a", "t2", 2)
                .handOver(500, "a", "t2", "t3", 3, 910)
                .refused(600, "b", 1)),
        bad(
            "the same fence twice",
            Invariant.F,
            "fence 3 was given to two",
            new Story().lasting(10).acquire(0, "a", "t1", 3).acquire(5, "b", "t2", 3)),
        bad(
            "a refusal told of a newer one",
            Invariant.F,
            "fence 4 was told after fence 5",
            new Story().refused(0, "a", 5).acquire(1_500, "b", "t2", 4)));
  }

  private static Stream<Arguments> writes() {
    return Stream.of(
        bad(
            "a paused holder wakes up and writes",
            Invariant.W,
            "fence 1 wrote 12 after fence 2 had written",
            new Story().write(10, "b", 2, 11).write(20, "a", 1, 12)),
        bad(
            "an old guard passes although the resource was taken over",
            Invariant.W,
            "fence 1 wrote 12 after fence 2 was granted",
            new Story()
                .acquire(0, "a", "t1", 1)
                .acquire(1_100, "b", "t2", 2)
                .write(1_200, "a", 1, 12)),
        bad(
            "the later write in the table has the older fence",
            Invariant.W,
            "value 12 of fence 1 lies behind value 11 of fence 2",
            new Story()
                .lasting(50)
                .write(0, "a", 1, 12)
                .write(10, "b", 2, 11)
                .readEnd(99, 2, 11)
                .readEnd(99, 1, 12)),
        bad(
            "a write that failed is there",
            Invariant.W,
            "value 12 is there, and its write failed",
            new Story().write(0, "a", 1, 12).failed("lost").readEnd(99, 1, 12)),
        bad(
            "a write was repeated after an unclear commit",
            Invariant.W,
            "value 12 is there twice",
            new Story().write(0, "a", 1, 12).readEnd(99, 1, 12).readEnd(99, 1, 12)),
        bad(
            "a write that nobody made",
            Invariant.W,
            "nobody wrote it",
            new Story().write(0, "a", 1, 12).readEnd(99, 1, 12).readEnd(99, 1, 13)),
        bad(
            "an outside resource took an old fence",
            Invariant.W,
            "fence 1 wrote 12 after fence 2 had written",
            new Story().simple(10, "b", Kind.OUTSIDE, 2, 11).simple(20, "a", Kind.OUTSIDE, 1, 12)));
  }

  private static Stream<Arguments> survival() {
    return Stream.of(
        bad(
            "an acknowledged write is gone",
            Invariant.D,
            "value 12 was acknowledged and is missing",
            new Story().write(0, "a", 1, 12).readEnd(99, 0, 0)),
        bad(
            "an acknowledged version is gone",
            Invariant.D,
            "9 was acknowledged, and at the end it is 8",
            new Story()
                .simple(0, "a", Kind.VERSION_UPDATE, 0, 9)
                .readEnd(99, Kind.VERSION_UPDATE, 0, 8)),
        bad(
            "a crash undid a grant",
            Invariant.D,
            "fence 4 was granted, and at the end it is 3",
            new Story().acquire(0, "a", "t1", 4).readEnd(99, Kind.ACQUIRE, 3, 1)));
  }

  private static Stream<Arguments> tokens() {
    return Stream.of(
        bad(
            "a guessed token renews",
            Invariant.T,
            "a token that was never granted it renewed",
            new Story().acquire(0, "a", "t1", 1).renew(10, "b", "guess", 1)),
        bad(
            "a lost holder releases",
            Invariant.T,
            "fence 1 released after fence 2 had been granted",
            new Story()
                .acquire(0, "a", "t1", 1)
                .acquire(1_100, "b", "t2", 2)
                .release(1_200, "a", "t1", 1)),
        bad(
            "a release is undone by a late renewal",
            Invariant.T,
            "it was renewed after its release",
            new Story()
                .acquire(0, "a", "t1", 1)
                .release(10, "a", "t1", 1)
                .renew(20, "a", "t1", 1)));
  }

  private static Stream<Arguments> others() {
    return Stream.of(
        bad(
            "nobody gets on after healing",
            Invariant.L,
            "no grant came within ttl and margin after 'kill' was healed",
            new Story()
                .acquire(0, "a", "t1", 1)
                .fault(100, 200, "kill")
                .lasting(9_000)
                .refused(150, "b", 0)),
        bad(
            "short tries fail one after the other after healing",
            Invariant.L,
            "after 'kill' was healed",
            new Story().fault(100, 200, "kill").refused(3_000, "b", 0).refused(7_000, "b", 0)),
        bad(
            "two workers complete one row",
            Invariant.C,
            "row 5 was completed twice, under fences 1 and 2",
            new Story()
                .simple(0, "a", Kind.CLAIM, 1, 5)
                .simple(10, "b", Kind.CLAIM, 2, 5)
                .simple(20, "a", Kind.COMPLETE, 1, 5)
                .simple(30, "b", Kind.COMPLETE, 2, 5)),
        bad(
            "a row is completed by who never claimed it",
            Invariant.C,
            "which never claimed it",
            new Story().simple(0, "a", Kind.CLAIM, 1, 5).simple(9, "b", Kind.COMPLETE, 2, 5)),
        bad(
            "a committed event is never handled",
            Invariant.O,
            "event 5 was committed and never handled",
            new Story().simple(0, "a", Kind.PUBLISH, 0, 5)),
        bad(
            "an aborted event is handled",
            Invariant.O,
            "event 5 was rolled back and handled",
            new Story()
                .simple(0, "a", Kind.PUBLISH, 0, 5)
                .failed("rolled back")
                .simple(9, "b", Kind.HANDLE, 0, 5)),
        bad(
            "an update is lost",
            Invariant.V,
            "two updates made 4: one of them is lost",
            new Story()
                .simple(0, "a", Kind.ROW_UPDATE, 0, 4)
                .simple(9, "b", Kind.ROW_UPDATE, 0, 4)),
        bad(
            "a guard is in the way of a renewal",
            Invariant.R,
            "a renewal was told 'busy'",
            new Story()
                .acquire(0, "a", "t1", 1)
                .lasting(50)
                .write(10, "a", 1, 7)
                .lasting(1)
                .renew(20, "a", "t1", 1)
                .failed("busy")),
        bad(
            "a version goes back",
            Invariant.V,
            "3 was made after 4",
            new Story()
                .simple(0, "a", Kind.VERSION_UPDATE, 0, 4)
                .simple(9, "b", Kind.VERSION_UPDATE, 0, 3)));
  }

  private static Stream<Arguments> server() {
    return Stream.of(
        bad(
            "a takeover before the lease can have run out",
            Invariant.S,
            "b#2 ACQUIRE r can't have been answered OK: the resource was held by t1, fence 1",
            new Story().acquire(0, "a", "t1", 1).acquire(900, "b", "t2", 2)),
        bad(
            "a takeover although it was renewed",
            Invariant.S,
            "surely until 1879",
            new Story()
                .acquire(0, "a", "t1", 1)
                .renew(900, "a", "t1", 1)
                .acquire(1_500, "b", "t2", 2)),
        bad(
            "an expired lease is revived",
            Invariant.S,
            "RENEW r can't have been answered OK",
            new Story().acquire(0, "a", "t1", 1).renew(1_500, "a", "t1", 1)),
        bad(
            "a lease is lost although it can't have run out",
            Invariant.S,
            "RENEW r can't have been answered FAIL",
            new Story().acquire(0, "a", "t1", 1).renew(500, "a", "t1", 1).failed("lost")),
        bad(
            "a refusal names a holder that had given it back",
            Invariant.S,
            "the resource was free, fence 1",
            new Story().acquire(0, "a", "t1", 1).release(10, "a", "t1", 1).refused(20, "b", 1)),
        bad(
            "a guard passes after the release",
            Invariant.S,
            "WRITE r can't have been answered OK",
            new Story().acquire(0, "a", "t1", 1).release(10, "a", "t1", 1).write(20, "a", 1, 7)),
        bad(
            "one release makes room for two",
            Invariant.S,
            "can't have been answered OK",
            new Story()
                .acquire(0, "a", "t1", 1)
                .release(10, "a", "t1", 1)
                .lasting(30)
                .acquire(20, "b", "t2", 2)
                .acquire(21, "c", "t3", 3)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("bad")
  @DisplayName("a bad history is rejected, with what is wrong")
  void rejected(String name, Invariant invariant, String words, Story story) {
    Rules rules = Rules.ALL.only(invariant);

    Verdict verdict = Checker.check(story.history(), rules);

    assertThat(verdict.violations()).as(name).isNotEmpty();
    assertThat(verdict.violations().get(0).invariant()).isEqualTo(invariant);
    assertThat(verdict.violations().get(0).what()).contains(words);
    assertThat(verdict.violations().get(0).witnesses()).isNotEmpty();
    assertThat(verdict.text()).contains(invariant.promise());
  }

  private static Arguments bad(String name, Invariant invariant, String words, Story story) {
    return Arguments.of(name, invariant, words, story);
  }
}
