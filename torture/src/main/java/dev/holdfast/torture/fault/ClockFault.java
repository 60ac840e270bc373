package dev.holdfast.torture.fault;

import dev.holdfast.torture.check.Invariant;
import dev.holdfast.torture.cluster.FakeClock;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** 18: the server's clock jumps, or runs at another rate. */
final class ClockFault extends Numbered {

  /** In libfaketime's words, and by how much the clock must have moved at the end of it. */
  private record Move(String words, long leastMillis) {}

  private static final List<Move> MOVES =
      List.of(new Move("+60s", 59_000), new Move("-1h", 3_599_000), new Move("+0 x1.1", 200));

  private static final String NOW = "select (extract(epoch from clock_timestamp()) * 1000)::bigint";

  private Move move = MOVES.get(0);
  private long aheadBefore;

  ClockFault() {
    super(18, "server clock +60 s, -1 h, or 1.1 times as fast", Stage.CLOCK, 2);
  }

  /** A clock that jumps ahead ends leases under their holders: the guard is what holds. */
  @Override
  public Set<Invariant> suspended() {
    return Set.of(Invariant.X);
  }

  @Override
  public void inject(Scene scene) {
    move = MOVES.get(scene.chance().nextInt(MOVES.size()));
    aheadBefore = millisAhead(scene); // a clock that was too fast once stays ahead
    clock(scene).set(move.words());
  }

  @Override
  public void heal(Scene scene) {
    long moved = Math.abs(millisAhead(scene) - aheadBefore);
    scene.hit(moved >= move.leastMillis() ? moved : 0, "ms off, by " + move.words());
    clock(scene).set("+0");
  }

  /** How far the server's clock is before ours, within the time that asking takes. */
  private static long millisAhead(Scene scene) {
    return scene.count(NOW) - System.currentTimeMillis();
  }

  private static FakeClock clock(Scene scene) {
    return Objects.requireNonNull(scene.servers().clock(), "this stage has a clock");
  }
}
