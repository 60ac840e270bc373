package dev.holdfast.testkit.lockorder;

import dev.holdfast.policy.file.PolicyReader;
import dev.holdfast.policy.graph.GraphOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What JUnit's configuration parameters (or system properties) of that name say. */
record LockOrderSettings(Path report, boolean fails, boolean replays, GraphOptions options) {

  private static final String PREFIX = "holdfast.lock-order.";

  static boolean isOn(ExtensionContext context) {
    return parameter(context, "enabled", "true").equals("true");
  }

  static LockOrderSettings of(ExtensionContext context) {
    return new LockOrderSettings(
        Path.of(parameter(context, "report", home())),
        parameter(context, "fail-on-cycle", "false").equals("true"),
        parameter(context, "replay", "false").equals("true"),
        options(context));
  }

  private static GraphOptions options(ExtensionContext context) {
    GraphOptions options = GraphOptions.defaults();
    for (String table : parameter(context, "singletons", "").split(",", -1)) {
      options = table.isBlank() ? options : options.withSingleton(table.strip());
    }
    String policy = parameter(context, "policy", "");
    return policy.isEmpty() ? options : options.withPolicy(PolicyReader.read(Path.of(policy)));
  }

  private static String home() {
    return Files.isDirectory(Path.of("build")) ? "build/lock-order" : "target/lock-order";
  }

  private static String parameter(ExtensionContext context, String name, String otherwise) {
    return context.getConfigurationParameter(PREFIX + name).orElse(otherwise);
  }
}
