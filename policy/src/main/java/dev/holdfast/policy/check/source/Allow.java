package dev.holdfast.policy.check.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A comment that permits what the policy forbids: {@code holdfast:allow order because …}.
 *
 * @param rule the rule's id
 * @param reason empty where the comment gives none: then it permits nothing
 * @param to the last line that it covers: where the statement below it ends
 */
public record Allow(String rule, String reason, Place place, int to) {
  private static final Pattern COMMENT =
      Pattern.compile("(?:--|//|/\\*|\\*|#|<!--).*?holdfast:allow\\s+([a-z-]+)(.*)");
  private static final Pattern STATEMENT_END = Pattern.compile(".*(?:[;{}]\\s*|</.*)");
  private static final int MAX_LINES = 40;
  private static final Pattern END = Pattern.compile("\\s*(\\*/|-->).*$");
  private static final Pattern ONLY_COMMENT = Pattern.compile("\\s*(--|//|/\\*|\\*|#|<!--).*");

  /** Whether it covers a text that spans these lines. */
  public boolean covers(String file, int first, int last) {
    return place.file().equals(file) && place.line() <= last && to >= first;
  }

  static List<Allow> in(String file, String content) {
    if (!content.contains("holdfast:allow")) {
      return List.of();
    }
    List<String> lines = content.lines().toList();
    List<Allow> found = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher matcher = COMMENT.matcher(lines.get(i));
      if (matcher.find()) {
        String reason = END.matcher(matcher.group(2)).replaceFirst("").strip();
        Place place = new Place(file, i + 1, matcher.start() + 1);
        found.add(new Allow(matcher.group(1), reason, place, lastCovered(lines, i) + 1));
      }
    }
    return found;
  }

  /** Comments below it, then the statement that follows, to its end. */
  private static int lastCovered(List<String> lines, int comment) {
    int line = comment;
    while (line < lines.size() - 1 && ONLY_COMMENT.matcher(lines.get(line)).matches()) {
      line++;
    }
    int limit = Math.min(lines.size() - 1, line + MAX_LINES);
    while (line < limit && !STATEMENT_END.matcher(lines.get(line)).matches()) {
      line++;
    }
    return line;
  }
}
