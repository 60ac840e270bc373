package dev.holdfast.torture.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What one strike hit, piece by piece; each of them has to be there. */
final class Evidence {

  private record Piece(long count, String what) {
    @Override
    public String toString() {
      return count + " " + what;
    }
  }

  private final List<Piece> pieces = new ArrayList<>();

  void add(long count, String what) {
    pieces.add(new Piece(count, what));
  }

  /** Whoever tells of nothing hit nothing. */
  boolean isHit() {
    return !pieces.isEmpty() && pieces.stream().allMatch(piece -> piece.count() > 0);
  }

  @Override
  public String toString() {
    String all = pieces.stream().map(Piece::toString).collect(Collectors.joining(", "));
    return (isHit() ? "hit " : "MISSED ") + (all.isEmpty() ? "all" : all);
  }
}
