package dev.holdfast.policy.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema of policy files, for editors. */
public final class PolicySchema {
  private static final String FILE = "holdfast-policy.schema.json";

  private PolicySchema() {}

  /** Draft 2020-12. */
  public static String json() {
    try (InputStream in = PolicySchema.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
