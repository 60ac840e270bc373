package dev.holdfast.policy;

import java.nio.file.Path;

/** The policy that the requirements come from. */
public final class Evalium {
  public static final Path AS_WRITTEN =
      Path.of("src", "test", "resources", "evalium", "as-written.yaml");
  public static final Path EXAMPLE = Path.of("..", "examples", "evalium");
  public static final Path CORRECTED = EXAMPLE.resolve("holdfast-policy.yaml");

  private Evalium() {}
}
