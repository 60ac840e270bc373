package dev.holdfast.policy.file;

import dev.holdfast.policy.Position;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Text to nodes. A policy file needs nothing that makes YAML dangerous, so aliases, tags, second
 * documents and deep nesting are refused, by looking at the events one by one, before anything is
 * built from them.
 */
final class YamlSource {
  static final int MOST_CHARACTERS = 1 << 20;
  static final int DEEPEST = 16;

  private final Problems problems;
  private int depth;
  private int documents;

  private YamlSource(Problems problems) {
    this.problems = problems;
  }

  /** The root; empty where there is none or where there are problems. */
  static Optional<Node> read(String text, Problems problems) {
    if (text.length() > MOST_CHARACTERS) {
      problems.add(new Position(1, 1), "The file has more than a million characters.");
      return Optional.empty();
    }
    int half = halfCharacter(text);
    if (half >= 0) {
      problems.add(place(text, half), "Not Unicode: half a character (an unpaired surrogate).");
      return Optional.empty();
    }
    try {
      return new YamlSource(problems).compose(text);
    } catch (MarkedYamlEngineException e) {
      String context = e.getContext() == null ? "" : " " + e.getContext();
      problems.add(at(e.getProblemMark()), "Not YAML: " + e.getProblem() + context + ".");
    } catch (YamlEngineException e) {
      problems.add(new Position(1, 1), "Not YAML: " + firstLine(e.getMessage()) + ".");
    }
    return Optional.empty();
  }

  /** Where a surrogate has no partner; -1: nowhere. */
  private static int halfCharacter(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (Character.charCount(text.codePointAt(i)) == 1) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  private static Position place(String text, int index) {
    String before = text.substring(0, index);
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    return new Position(line, index - before.lastIndexOf('\n'));
  }

  static Position at(Optional<Mark> mark) {
    return mark.map(m -> new Position(m.getLine() + 1, m.getColumn() + 1))
        .orElse(new Position(1, 1));
  }

  private Optional<Node> compose(String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setCodePointLimit(MOST_CHARACTERS)
            .setBufferSize(text.length() + 1) // a character in two halves at its edge fails
            .setAllowNonScalarKeys(true)
            .build();
    for (Event event : new Parse(settings).parseString(text)) {
      look(event);
      if (problems.any()) {
        return Optional.empty();
      }
    }
    return new Compose(settings).composeString(text);
  }

  private void look(Event event) {
    if (event instanceof AliasEvent alias) {
      refuse(event, "No aliases here: write out what *" + alias.getAlias() + " stands for.");
    } else if (event instanceof CollectionStartEvent start) {
      refuseTag(event, start.getTag());
      if (++depth > DEEPEST) {
        refuse(event, "Nested deeper than " + DEEPEST + " levels.");
      }
    } else if (event instanceof CollectionEndEvent) {
      depth--;
    } else if (event instanceof ScalarEvent scalar) {
      refuseTag(event, scalar.getTag());
    } else if (event instanceof DocumentStartEvent && ++documents > 1) {
      refuse(event, "One document a file: a second one begins here.");
    }
  }

  private void refuseTag(Event event, Optional<String> tag) {
    tag.ifPresent(name -> refuse(event, "No tags here: take away " + name + "."));
  }

  private void refuse(Event event, String message) {
    problems.add(at(event.getStartMark()), message);
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "unreadable" : message.lines().findFirst().orElse("unreadable");
  }
}
