package dev.holdfast.policy.document;

import dev.holdfast.policy.Policy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The policy for people: a Markdown file and the picture that it shows. Both are made from the
 * policy file, so that they can be compared with it.
 */
public record PolicyDocument(String markdown, String picture) {

  /**
   * Makes both.
   *
   * @param source the policy file's name, as the document names it
   * @param target where the document will be; the picture stands beside it
   */
  public static PolicyDocument of(Policy policy, String source, Path target) {
    String image = String.valueOf(pictureOf(target).getFileName());
    return new PolicyDocument(
        new PolicyMarkdown(policy).write(source, image), PolicyPicture.svg(policy));
  }

  /** {@code locks.md} has {@code locks.svg} beside it. */
  public static Path pictureOf(Path target) {
    String name = String.valueOf(target.getFileName());
    return target.resolveSibling(name.replaceFirst("\\.[^.]*$", "") + ".svg");
  }

  public void write(Path target) {
    try {
      Files.writeString(target, markdown);
      Files.writeString(pictureOf(target), picture);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What differs in the files that are there, as lines of a diff; empty if nothing does. */
  public List<String> drift(Path target) {
    List<String> lines = new ArrayList<>(TextDiff.of(target, markdown));
    lines.addAll(TextDiff.of(pictureOf(target), picture));
    return lines;
  }
}
