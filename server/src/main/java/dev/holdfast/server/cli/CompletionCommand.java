package dev.holdfast.server.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Print a completion script: source <(holdfast completion) in bash or zsh.")
final class CompletionCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().getOut().print(AutoComplete.bash("holdfast", spec.root().commandLine()));
    spec.commandLine().getOut().flush();
  }
}
