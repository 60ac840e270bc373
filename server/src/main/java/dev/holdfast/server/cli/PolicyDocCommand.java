package dev.holdfast.server.cli;

import dev.holdfast.policy.document.PolicyDocument;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "doc",
    mixinStandardHelpOptions = true,
    description = {
      "Write the policy as a document: Markdown, and a picture beside it.",
      "Exit code 1 with --check: what is there is not what would be written."
    })
final class PolicyDocCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private PolicyOptions policy = new PolicyOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The document; else beside the policy, with the ending .md.")
  private @Nullable Path out;

  @Option(names = "--check", description = "Write nothing; compare, and show what differs.")
  private boolean check;

  @Override
  public Integer call() {
    Console console = Console.of(spec);
    Path target = target();
    String source = String.valueOf(policy.file().getFileName());
    PolicyDocument document = PolicyDocument.of(policy.read(), source, target);
    if (!check) {
      document.write(target);
      console.say("wrote " + target + " and " + PolicyDocument.pictureOf(target));
      return ExitCodes.OK;
    }
    List<String> drift = document.drift(target);
    drift.forEach(line -> console.print(Table.visible(line) + "\n"));
    console.say(
        drift.isEmpty()
            ? target + " is up to date"
            : target + " is not what the policy says: write it anew with holdfast policy doc");
    return drift.isEmpty() ? ExitCodes.OK : ExitCodes.NO;
  }

  private Path target() {
    if (out != null) {
      return out;
    }
    String name = String.valueOf(policy.file().getFileName());
    return policy.file().resolveSibling(name.replaceFirst("\\.[^.]*$", "") + ".md");
  }
}
