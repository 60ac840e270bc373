package dev.holdfast.server.cli;

import dev.holdfast.policy.Policy;
import dev.holdfast.policy.file.PolicyReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which policy file a command works on. */
final class PolicyOptions {
  @Option(
      names = "--policy",
      paramLabel = "FILE",
      defaultValue = "holdfast-policy.yaml",
      description = "The policy file: ${DEFAULT-VALUE}.")
  private Path file = Path.of("holdfast-policy.yaml");

  Path file() {
    return file;
  }

  Policy read() {
    if (!Files.isRegularFile(file)) {
      throw new UsageException("there is no policy file " + file + "; name it with --policy");
    }
    try {
      return PolicyReader.read(file);
    } catch (UncheckedIOException e) {
      throw new UsageException("cannot read " + file + ": " + e.getMessage());
    }
  }
}
