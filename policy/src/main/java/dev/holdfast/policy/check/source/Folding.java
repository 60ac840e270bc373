package dev.holdfast.policy.check.source;

import dev.holdfast.policy.check.source.SqlText.Segment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts a string together as the program would. Variant {@code n} takes the n-th option of every
 * choice: so each option is seen in some variant, and their number stays that of the largest choice
 * instead of growing with every {@code if}.
 */
final class Folding {
  static final int MAX_VARIANTS = 8;
  private static final Pattern TRIMMED =
      Pattern.compile("(?i)^\\s*+(?:and|or|,)(?=\\W|$)|(?:,|\\b(?:and|or))\\s*+$");
  private static final Pattern UNFILLED =
      Pattern.compile("'[^']*+'|(%(?:\\d\\$)?[sd]|(?<![$#{])\\{\\d})");
  private static final int MAX_DEPTH = 60;
  private static final int MAX_LENGTH = 1_000_000;
  private static final int MAX_STEPS = 20_000;

  private final Names names;
  private final int variant;
  private final StringBuilder text = new StringBuilder();
  private final List<Segment> segments = new ArrayList<>();
  private final List<Place> origins = new ArrayList<>();
  private final List<Hole> holes = new ArrayList<>();
  private final Map<String, Integer> open = new HashMap<>();
  private int variants = 1;
  private int steps;

  private Folding(Names names, int variant) {
    this.names = names;
    this.variant = variant;
  }

  static Folding of(Text text, Names names, int variant) {
    Folding folding = new Folding(names, variant);
    folding.add(text, 0);
    folding.markUnfilled();
    return folding;
  }

  /**
   * A format that nobody filled in: what it would take is a hole. Quoted strings are left alone.
   */
  private void markUnfilled() {
    if (text.indexOf("%") < 0 && text.indexOf("{") < 0) {
      return;
    }
    String done = UNFILLED.matcher(text).replaceAll(this::unfilled);
    text.setLength(0);
    text.append(done);
  }

  private String unfilled(MatchResult found) {
    if (found.group(1) == null) {
      return Matcher.quoteReplacement(found.group());
    }
    String value = names.defined().get(found.group(1).replaceAll("[{}]", ""));
    if (value != null) {
      return Matcher.quoteReplacement(value);
    }
    holes.add(new Hole(Hole.PREFIX + (holes.size() + 1), found.group(1)));
    return Hole.PREFIX + holes.size();
  }

  String text() {
    return text.toString();
  }

  List<Segment> segments() {
    return segments;
  }

  /** Where all that it is made of stands. */
  List<Place> origins() {
    return origins;
  }

  List<Hole> holes() {
    return holes;
  }

  /** How many variants it takes to see every option. */
  int variants() {
    return Math.min(variants, MAX_VARIANTS);
  }

  private void add(Text part, int depth) {
    if (depth > MAX_DEPTH || text.length() > MAX_LENGTH || ++steps > MAX_STEPS) {
      hole("a text without end", part);
    } else if (part instanceof Text.Literal literal) {
      segments.add(new Segment(text.length(), literal.place(), literal.layout()));
      origins.add(literal.place());
      Placeholders.add(literal.value(), names.defined(), this);
    } else if (part instanceof Text.Joined joined) {
      joined.parts().forEach(inner -> add(inner, depth + 1));
    } else if (part instanceof Text.Choice choice) {
      choose(choice.options(), depth);
    } else if (part instanceof Text.Name name) {
      addNamed(name, depth);
    } else if (part instanceof Text.Hole hole) {
      hole(hole.what(), hole);
    } else if (part instanceof Text.Formatted formatted) {
      new Formats(this, depth + 1).format(formatted);
    } else if (part instanceof Text.Replaced replaced) {
      addReplaced(replaced, depth);
    } else if (part instanceof Text.Trimmed trimmed) {
      addTrimmed(trimmed, depth);
    } else if (part instanceof Text.Passed passed) {
      addPassed(passed, depth);
    }
  }

  void addInner(Text part, int depth) {
    add(part, depth);
  }

  void addCharacters(String characters) {
    text.append(characters);
  }

  /** Of a part alone, without adding it. */
  Folding apart(Text part, int depth) {
    Folding folding = new Folding(names, variant);
    folding.add(part, depth + 1);
    variants = Math.max(variants, folding.variants);
    return folding;
  }

  void hole(String what, Text part) {
    String mark = Hole.PREFIX + (holes.size() + 1);
    holes.add(new Hole(mark, what));
    if (part instanceof Text.Hole hole) {
      segments.add(new Segment(text.length(), hole.place(), Text.Layout.QUOTED));
      origins.add(hole.place());
    }
    text.append(mark);
  }

  private void choose(List<Text> options, int depth) {
    List<Text> flat = flat(options, depth);
    variants = Math.max(variants, flat.size());
    add(flat.get(Math.min(variant, flat.size() - 1)), depth + 1);
  }

  /** A choice within a choice is one choice, so that no option hides behind another. */
  private static List<Text> flat(List<Text> options, int depth) {
    List<Text> flat = new ArrayList<>();
    for (Text option : options) {
      if (option instanceof Text.Choice inner && depth < MAX_DEPTH) {
        flat.addAll(flat(inner.options(), depth + 1));
      } else {
        flat.add(option);
      }
    }
    return flat;
  }

  /**
   * A field that is set to something made of itself ({@code sql = format(sql, …)}) is that, made of
   * what it was set to first. A name that leads back to itself otherwise is a hole.
   */
  private void addNamed(Text.Name name, int depth) {
    List<Text> found = names.look(name);
    String key = name.name() + name.scope().types();
    int times = open.merge(key, 1, Integer::sum);
    if (found.isEmpty() || times > 2) {
      hole(name.name(), new Text.Hole(name.name(), name.place()));
    } else {
      Mark before = mark();
      choose(times == 2 ? found.subList(0, 1) : Remade.of(found, name), depth);
      pointAtUse(before, name.place());
    }
    open.merge(key, -1, Integer::sum);
  }

  /** What a name puts into a text that has begun stands where the name is used. */
  private void pointAtUse(Mark before, Place use) {
    if (before.segments() > 0 && segments.size() > before.segments()) {
      segments.subList(before.segments(), segments.size()).clear();
      segments.add(new Segment(before.length(), use, Text.Layout.AT));
    }
  }

  private void addReplaced(Text.Replaced replaced, int depth) {
    String what = literally(replaced.what(), depth);
    Folding by = apart(replaced.by(), depth);
    Mark before = mark();
    add(replaced.in(), depth + 1);
    if (what.isEmpty()) {
      return;
    }
    // what it replaces may look like a placeholder, and be a hole already
    List<Hole> same =
        holes.subList(before.holes(), holes.size()).stream()
            .filter(hole -> hole.what().equals(what))
            .toList();
    String done = text.substring(before.length());
    String found = same.isEmpty() ? what : same.get(0).mark();
    if (!done.contains(found) || (!by.holes.isEmpty() && !same.isEmpty())) {
      return;
    }
    String with = by.text();
    if (!by.holes.isEmpty()) {
      with = Hole.PREFIX + (holes.size() + 1);
      holes.add(new Hole(with, by.holes.get(0).what()));
    }
    holes.removeAll(same);
    text.replace(before.length(), text.length(), done.replace(found, with));
  }

  /** A text whose placeholders are meant as they stand; empty if it isn't known. */
  private String literally(Text text, int depth) {
    if (text instanceof Text.Literal literal) {
      return literal.value();
    }
    Folding folded = apart(text, depth);
    return folded.holes.isEmpty() ? folded.text() : "";
  }

  /** The word before it (WHERE, SET) goes too where nothing is left. */
  private void addTrimmed(Text.Trimmed trimmed, int depth) {
    int from = text.length();
    add(trimmed.list(), depth + 1);
    String list = TRIMMED.matcher(text.substring(from)).replaceAll(" ");
    if (list.isBlank()) {
      text.setLength(text.substring(0, from).stripTrailing().lastIndexOf(' ') + 1);
    } else {
      text.replace(from, text.length(), list);
    }
  }

  private void addPassed(Text.Passed passed, int depth) {
    for (Text part : passed.tries()) {
      Mark before = mark();
      add(part, depth + 1);
      if (SqlShape.looksLikeSql(text.substring(before.length()))) {
        return;
      }
      backTo(before);
    }
    hole(passed.otherwise().what(), passed.otherwise());
  }

  /** How far it was: to take back what was added since. */
  record Mark(int length, int segments, int holes, int origins) {}

  Mark mark() {
    return new Mark(text.length(), segments.size(), holes.size(), origins.size());
  }

  /** Takes back what was added since, and returns its text. */
  String backTo(Mark mark) {
    String taken = text.substring(mark.length());
    text.setLength(mark.length());
    segments.subList(mark.segments(), segments.size()).clear();
    holes.subList(mark.holes(), holes.size()).clear();
    origins.subList(mark.origins(), origins.size()).clear();
    return taken;
  }
}
