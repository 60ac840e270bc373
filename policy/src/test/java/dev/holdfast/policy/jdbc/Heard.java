package dev.holdfast.policy.jdbc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An observer that writes down what it hears, a line a call. */
final class Heard implements JdbcObserver, SessionObserver {

  final List<String> lines = new CopyOnWriteArrayList<>();
  private final boolean wantsParameters;

  Heard(boolean wantsParameters) {
    this.wantsParameters = wantsParameters;
  }

  Heard() {
    this(false);
  }

  @Override
  public SessionObserver opened() {
    return this;
  }

  @Override
  public boolean wantsParameters() {
    return wantsParameters;
  }

  @Override
  public void before(Execution execution) {
    lines.add(
        lineOf(execution) + (execution.parameters().isEmpty() ? "" : " " + execution.parameters()));
  }

  @Override
  public void done(Execution execution) {}

  @Override
  public void failed(Execution execution, Throwable failure) {
    lines.add("failed: " + lineOf(execution));
  }

  @Override
  public void closed() {
    lines.add("closed");
  }

  static String lineOf(Execution execution) {
    return String.join(" | ", execution.steps().stream().map(Heard::wordOf).toList());
  }

  static String wordOf(Step step) {
    return switch (step.kind()) {
      case STATEMENT -> step.text();
      case BEGIN, COMMIT, ROLLBACK -> step.kind().name();
      default -> step.kind().name() + " " + step.text();
    };
  }
}
