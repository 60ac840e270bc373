package dev.holdfast.policy;

import java.nio.file.Path;

/** The policy that the requirements come from. */
final class Evalium {
  static final Path AS_WRITTEN = Path.of("src", "test", "resources", "evalium", "as-written.yaml");
  static final Path EXAMPLE = Path.of("..", "examples", "evalium");
  static final Path CORRECTED = EXAMPLE.resolve("holdfast-policy.yaml");

  private Evalium() {}
}
