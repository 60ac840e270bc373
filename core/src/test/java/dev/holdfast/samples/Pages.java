package dev.holdfast.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** README.md and the pages of docs/, and the blocks of code in them. */
final class Pages {

  static final Path ROOT = Path.of("..");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```([^\\n]*)\\n(.*?)^ *```$");

  /** A block: where it begins, the word behind its fence, what stands in it. */
  record Block(String page, int line, String language, String text) {

    String place() {
      return page + ":" + line;
    }

    /** The page and the language, as "docs/http.md sh". */
    String kind() {
      return page + " " + language;
    }

    /** Whether it is on that page and begins so: "docs/cli.md $ holdfast". */
    boolean beginsWith(String pageAndText) {
      return (page + " " + text).startsWith(pageAndText);
    }
  }

  private Pages() {}

  static List<Block> blocks() {
    return all().stream().flatMap(page -> blocks(page).stream()).toList();
  }

  static List<Block> blocks(String page) {
    String text = read(page);
    List<Block> blocks = new ArrayList<>();
    Matcher found = BLOCK.matcher(text);
    while (found.find()) {
      int line = (int) text.substring(0, found.start()).lines().count() + 1;
      blocks.add(new Block(page, line, found.group(1), found.group(2)));
    }
    return blocks;
  }

  /** The only block of that kind on a page. */
  static String block(String page, String language) {
    List<Block> found =
        blocks(page).stream().filter(block -> block.language().equals(language)).toList();
    if (found.size() != 1) {
      throw new AssertionError(page + " has " + found.size() + " blocks of " + language);
    }
    return found.get(0).text();
  }

  static String read(String file) {
    try {
      return Files.readString(ROOT.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files below a directory of the project, as paths from its root. */
  static List<String> files(String directory, String ending) {
    try (Stream<Path> files = Files.walk(ROOT.resolve(directory))) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> all() {
    return Stream.concat(Stream.of("README.md"), files("docs", ".md").stream()).toList();
  }
}
