package dev.holdfast.server.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.child.Executable.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Looking for a program")
class ExecutableTest {
  @TempDir Path first;
  @TempDir Path second;

  @Test
  @DisplayName("goes along the search path, past a file that cannot be run")
  void searchesThePath() throws IOException {
    file(first, "tool", "rw-r--r--");
    assertThat(look("tool")).isEqualTo(Found.NOT_EXECUTABLE);
    file(second, "tool", "rwxr-xr-x");
    assertThat(look("tool")).isEqualTo(Found.RUNNABLE);
  }

  @Test
  @DisplayName("takes a name with a slash as it is")
  void takesPathsLiterally() throws IOException {
    Path tool = file(first, "tool", "rwxr-xr-x");
    assertThat(Executable.look(tool.toString(), "")).isEqualTo(Found.RUNNABLE);
    assertThat(Executable.look("./tool", first.toString())).isEqualTo(Found.MISSING);
    assertThat(Executable.look(first.toString(), "")).isEqualTo(Found.NOT_EXECUTABLE);
  }

  @Test
  @DisplayName("finds nothing for an empty name or one that no file can have")
  void refusesNonsense() {
    assertThat(look("")).isEqualTo(Found.MISSING);
    assertThat(look("a\0b")).isEqualTo(Found.MISSING);
  }

  private Found look(String command) {
    return Executable.look(command, first + ":" + second);
  }

  private static Path file(Path dir, String name, String mode) throws IOException {
    Path file = Files.writeString(dir.resolve(name), "#!/bin/sh\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }
}
