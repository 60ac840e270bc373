package dev.holdfast.server.cli;

import dev.holdfast.server.text.Json;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a service logs: lines on standard error, for people or for programs. */
final class LogOptions {
  /** Kept here: the log manager forgets loggers that nobody holds. */
  private static final Logger OURS = Logger.getLogger("dev.holdfast");

  /** Tells, with stacks, that the machine was too busy to run us: no failure of a demo's. */
  private static final Logger BUSY_MACHINE =
      Logger.getLogger("io.vertx.core.impl.BlockedThreadChecker");

  enum Format {
    TEXT,
    JSON
  }

  enum Threshold {
    DEBUG,
    INFO,
    WARNING
  }

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, or json: an object a line.")
  private Format format = Format.TEXT;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      defaultValue = "info",
      description = "debug (a line a request), info or warning.")
  private Threshold threshold = Threshold.INFO;

  /** For the whole process. What others' libraries tell below a warning is left out. */
  void apply() {
    LogManager.getLogManager().reset();
    Handler handler = new ConsoleHandler();
    handler.setLevel(Level.ALL);
    handler.setFormatter(format == Format.JSON ? new JsonLines() : new Lines());
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    root.setLevel(Level.WARNING);
    OURS.setLevel(level());
  }

  /** For a demo, where leases are lost on purpose. */
  static void onlyFailures() {
    LogOptions options = new LogOptions();
    options.apply();
    OURS.setLevel(Level.SEVERE);
    BUSY_MACHINE.setLevel(Level.OFF);
  }

  private Level level() {
    return switch (threshold) {
      case DEBUG -> Level.FINE;
      case INFO -> Level.INFO;
      case WARNING -> Level.WARNING;
    };
  }

  /** One line, whatever somebody put into a name. */
  private static final class Lines extends Formatter {
    @Override
    public String format(LogRecord told) {
      return "%s %s %s%n"
          .formatted(
              Instant.ofEpochMilli(told.getMillis()),
              told.getLevel().getName(),
              Table.visible(formatMessage(told) + cause(told.getThrown())));
    }
  }

  private static final class JsonLines extends Formatter {
    @Override
    public String format(LogRecord told) {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("at", Instant.ofEpochMilli(told.getMillis()));
      members.put("level", told.getLevel().getName());
      members.put("logger", told.getLoggerName());
      members.put("message", formatMessage(told) + cause(told.getThrown()));
      return Json.write(members) + "\n";
    }
  }

  private static String cause(@Nullable Throwable thrown) {
    if (thrown == null) {
      return "";
    }
    StringBuilder text = new StringBuilder(": ").append(thrown);
    StackTraceElement[] stack = thrown.getStackTrace();
    for (int i = 0; i < Math.min(5, stack.length); i++) {
      text.append(" < ").append(stack[i]);
    }
    return text.toString();
  }
}
