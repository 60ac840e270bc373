package dev.holdfast.server.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/**
 * All commands there are. Picocli reads the annotations of every command that it is given, which
 * takes a good part of the time that a short command takes: so it is given the one that is called.
 */
final class Commands {
  private static final Map<String, Class<?>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("serve", ServeCommand.class);
    ALL.put("demo", DemoCommand.class);
    ALL.put("hold", HoldCommand.class);
    ALL.put("locks", LocksCommand.class);
    ALL.put("why", WhyCommand.class);
    ALL.put("blockers", BlockersCommand.class);
    ALL.put("top", TopCommand.class);
    ALL.put("events", EventsCommand.class);
    ALL.put("history", HistoryCommand.class);
    ALL.put("release", ReleaseCommand.class);
    ALL.put("schema", SchemaCommand.class);
    ALL.put("doctor", DoctorCommand.class);
    ALL.put("token", TokenCommand.class);
    ALL.put("check", CheckCommand.class);
    ALL.put("policy", PolicyCommand.class);
    ALL.put("completion", CompletionCommand.class);
    ALL.put("help", HelpCommand.class);
  }

  private Commands() {}

  /** The one that is called, or all if it is about all of them: help, completion, a mistake. */
  static void addTo(CommandLine root, String... args) {
    String called = args.length == 0 ? "" : args[0];
    Class<?> one = ALL.get(called);
    if (one == null || called.equals("help") || called.equals("completion")) {
      ALL.forEach(root::addSubcommand);
    } else {
      root.addSubcommand(called, one);
    }
  }
}
