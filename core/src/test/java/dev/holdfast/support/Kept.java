package dev.holdfast.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text that is kept in the repository, so that a change to what it shows is seen in a review. */
public final class Kept {

  private static final Path RESOURCES = Path.of("src", "test", "resources");

  private Kept() {}

  /** Compares; writes instead where the system property {@code update} is true. */
  public static void compare(String file, String actual, String update) throws IOException {
    Path path = RESOURCES.resolve(file);
    if (Boolean.getBoolean(update)) {
      Files.createDirectories(RESOURCES);
      Files.writeString(path, actual);
    }
    assertThat(path).as("make it with -D%s=true", update).exists();
    assertThat(actual)
        .as("%s differs: if that is meant, run this test with -D%s=true", file, update)
        .isEqualTo(Files.readString(path));
  }
}
