package dev.holdfast.server.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Builds the commands and turns what they throw into a line and an exit code. */
public final class Cli {
  private Cli() {}

  public static int run(String... args) {
    return create(args).execute(args);
  }

  /** With what these arguments need; without any, with everything. */
  static CommandLine create(String... args) {
    CommandLine root = new CommandLine(new RootCommand());
    Commands.addTo(root, args);
    return root
        // An argument @file is the command's own business, not a list of more arguments.
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((error, given) -> usage(error))
        .setExecutionExceptionHandler((error, command, parsed) -> failed(error, command));
  }

  private static int usage(ParameterException error) {
    CommandLine command = error.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    PrintWriter err = command.getErr();
    err.println("holdfast: " + Table.visible(String.valueOf(error.getMessage())));
    err.println("holdfast: see " + name + " --help");
    return ExitCodes.USAGE;
  }

  private static int failed(Exception error, CommandLine command) {
    Failure failure = Failure.of(error);
    command.getErr().println("holdfast: " + Table.visible(failure.message()));
    return failure.exitCode();
  }
}
