package dev.holdfast.support;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What Holdfast logs while this is open, at every level, formatted, with stack traces' messages.
 */
public final class CaughtLog extends Handler implements AutoCloseable {

  private final Logger logger = Logger.getLogger("dev.holdfast");
  private final List<String> lines = new ArrayList<>();

  public CaughtLog() {
    setLevel(Level.ALL);
    logger.setLevel(Level.ALL);
    logger.addHandler(this);
  }

  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public synchronized void publish(LogRecord logged) {
    Object[] parameters = logged.getParameters();
    String text = String.valueOf(logged.getMessage());
    lines.add(parameters == null ? text : MessageFormat.format(text, parameters));
    for (Throwable e = logged.getThrown(); e != null; e = e.getCause()) {
      lines.add(e.toString());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setLevel(null);
  }
}
