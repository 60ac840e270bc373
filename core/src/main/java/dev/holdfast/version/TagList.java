package dev.holdfast.version;

import dev.holdfast.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What If-Match and If-None-Match hold: entity tags, or {@code *}. Anybody may have written it. */
record TagList(List<Tag> tags, boolean any) {

  /** An entity tag without its quotes. */
  record Tag(String opaque, boolean weak) {}

  private static final int MOST_CHARACTERS = 8_192;
  private static final int MOST_TAGS = 100;

  /** Possessive throughout: no header makes it go back and forth. */
  private static final Pattern TAG = Pattern.compile("(W/)?+\"([\\x21\\x23-\\x7e\\x80-\\xff]*+)\"");

  private static final Pattern BETWEEN = Pattern.compile("[ \\t]*+(?:,[ \\t]*+)*+");

  static TagList parse(String header, String value) {
    if (value.length() > MOST_CHARACTERS) {
      throw bad(header, "it has more than " + MOST_CHARACTERS + " characters");
    }
    String trimmed = value.strip();
    if (trimmed.equals("*")) {
      return new TagList(List.of(), true);
    }
    List<Tag> tags = tags(header, trimmed);
    if (tags.isEmpty()) {
      throw bad(header, "it names no tag");
    }
    return new TagList(tags, false);
  }

  private static List<Tag> tags(String header, String value) {
    List<Tag> tags = new ArrayList<>();
    Matcher between = BETWEEN.matcher(value);
    Matcher tag = TAG.matcher(value);
    int at = after(between, 0);
    while (at < value.length()) {
      if (tags.size() == MOST_TAGS) {
        throw bad(header, "it has more than " + MOST_TAGS + " tags");
      }
      if (!tag.region(at, value.length()).lookingAt()) {
        throw bad(header, "there is no tag at character " + (at + 1));
      }
      tags.add(new Tag(tag.group(2), tag.group(1) != null));
      at = after(between, tag.end());
      if (at < value.length() && value.substring(tag.end(), at).indexOf(',') < 0) {
        throw bad(header, "a comma is missing at character " + (tag.end() + 1));
      }
    }
    return List.copyOf(tags);
  }

  private static int after(Matcher between, int at) {
    return between.region(at, between.regionEnd()).lookingAt() ? between.end() : at;
  }

  private static InvalidRequestException bad(String header, String why) {
    return new InvalidRequestException(
        "the header %s is not valid: %s; it is * or tags in quotes, such as \"42\", with commas"
            .formatted(header, why));
  }
}
