package dev.holdfast.policy.check.source;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;

/** One file of Java: its text, and where in it a tree stands. */
final class JavaSource {
  private static final int MAX_WORDS = 60;

  private final String file;
  private final String content;
  private final CompilationUnitTree unit;
  private final SourcePositions positions;

  JavaSource(String file, String content, CompilationUnitTree unit, SourcePositions positions) {
    this.file = file;
    this.content = content;
    this.unit = unit;
    this.positions = positions;
  }

  CompilationUnitTree unit() {
    return unit;
  }

  String file() {
    return file;
  }

  Place place(Tree tree) {
    long start = positions.getStartPosition(unit, tree);
    if (start < 0) {
      return new Place(file, 1, 0);
    }
    long line = unit.getLineMap().getLineNumber(start);
    // not the map's own column, which counts a tab as eight
    return new Place(
        file, (int) line, (int) (start - unit.getLineMap().getStartPosition(line)) + 1);
  }

  Text literal(LiteralTree tree) {
    Object value = tree.getValue();
    if (!(value instanceof String text)) {
      return new Text.Literal(String.valueOf(value), place(tree), Text.Layout.EXACT);
    }
    int start = (int) positions.getStartPosition(unit, tree);
    boolean block = start >= 0 && content.startsWith("\"\"\"", start);
    return new Text.Literal(text, place(tree), block ? Text.Layout.BLOCK : Text.Layout.QUOTED);
  }

  /** A part that is known at run time only, in the source's own words. */
  Text.Hole hole(Tree tree) {
    int start = (int) positions.getStartPosition(unit, tree);
    int end = (int) positions.getEndPosition(unit, tree);
    if (start < 0 || end < start) {
      return new Text.Hole("…", place(tree));
    }
    String words = content.substring(start, Math.min(end, start + MAX_WORDS));
    String shown = words.replaceAll("\\s+", " ") + (end > start + MAX_WORDS ? "…" : "");
    return new Text.Hole(shown, place(tree));
  }
}
