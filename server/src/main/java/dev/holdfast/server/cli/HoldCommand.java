package dev.holdfast.server.cli;

import dev.holdfast.lease.LeaseOptions;
import dev.holdfast.server.child.Executable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "hold",
    mixinStandardHelpOptions = true,
    customSynopsis = "holdfast hold NAME [--ttl 30s] [--wait 10s] [OPTIONS] -- COMMAND [ARG...]",
    description = {
      "Run a command while holding a lease.",
      "",
      "The command runs without a shell, with HOLDFAST_RESOURCE and HOLDFAST_FENCE set. The lease",
      "is renewed while it runs. When the lease is lost, or holdfast dies, the command and every",
      "process it started are ended before anybody else can get the lease.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "*:the command's own; 128 + n when signal n ended it",
      "64:the command line is not right",
      "69:the database cannot be reached",
      "70:the lease was lost, and the command ended",
      "75:the resource is held by somebody else",
      "126:the command is there but cannot be run",
      "127:the command is not there"
    })
final class HoldCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The resource to hold.")
  private String resource = "";

  @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "What to run.")
  private List<String> command = List.of();

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      defaultValue = "30s",
      description =
          "How long others wait if this machine dies: ${DEFAULT-VALUE}. Renewed meanwhile.")
  private Duration ttl = Duration.ZERO;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      defaultValue = "0s",
      description = "How long to wait for a lease that is held; not at all by default.")
  private Duration wait = Duration.ZERO;

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      defaultValue = "2s",
      description =
          "How long before the lease ends the command is told to (TERM, then KILL):"
              + " ${DEFAULT-VALUE}, at most a quarter of the ttl.")
  private Duration grace = Duration.ZERO;

  @Option(names = "--holder", description = "Who holds it, for people; host and pid by default.")
  private @Nullable String holder;

  @Option(
      names = "--attribute",
      paramLabel = "KEY=VALUE",
      description = "Something for people to see with the lease; may be repeated.")
  private Map<String, String> attributes = new LinkedHashMap<>();

  @Override
  public Integer call() throws Exception {
    Console console = Console.of(spec);
    String program = command.get(0);
    Executable.Found found =
        Executable.look(
            program, Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin"));
    if (found != Executable.Found.RUNNABLE) {
      boolean missing = found == Executable.Found.MISSING;
      console.say(program + (missing ? ": command not found" : ": cannot be run, see chmod +x"));
      return missing ? ExitCodes.NOT_FOUND : ExitCodes.NOT_EXECUTABLE;
    }
    Duration margin = margin();
    LeaseOptions options = options();
    try (Database opened = database.open(console)) {
      return new HoldRun(opened, console, command, margin).run(resource, options);
    }
  }

  private LeaseOptions options() {
    LeaseOptions plain =
        LeaseOptions.defaults().withTtl(ttl).withWait(wait).withAttributes(attributes);
    return holder == null ? plain : plain.withHolder(holder);
  }

  private Duration margin() {
    if (grace.isNegative()) {
      throw new UsageException("--grace must not be negative");
    }
    Duration most = ttl.dividedBy(4);
    return grace.compareTo(most) < 0 ? grace : most;
  }
}
