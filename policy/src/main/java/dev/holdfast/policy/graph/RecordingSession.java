package dev.holdfast.policy.graph;

import dev.holdfast.policy.jdbc.Execution;
import dev.holdfast.policy.jdbc.SessionObserver;
import dev.holdfast.policy.jdbc.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection: gathers the steps of its transaction. What failed left no locks. */
final class RecordingSession implements SessionObserver {

  private static final RecordedStep ROLLBACK =
      new RecordedStep(Step.Kind.ROLLBACK, "", List.of(), List.of());

  private final LockRecorder recorder;
  private final int most;
  private final List<RecordedStep> steps = new ArrayList<>();

  RecordingSession(LockRecorder recorder, int most) {
    this.recorder = recorder;
    this.most = most;
  }

  @Override
  public void before(Execution execution) {}

  @Override
  public void done(Execution execution) {
    List<String> stack = Stacks.here();
    Bound bound = new Bound(execution);
    for (Step step : execution.steps()) {
      if (step.isEnd()) {
        end(new RecordedStep(step.kind(), "", List.of(), stack));
      } else if (Bound.isStatement(step)) {
        bound.of(step).forEach(values -> add(step, values, stack));
      } else if (step.kind() != Step.Kind.BEGIN) {
        add(step, List.of(), stack);
      }
    }
  }

  @Override
  public void failed(Execution execution, Throwable failure) {
    if (execution.isEnd()) {
      end(ROLLBACK);
    }
  }

  @Override
  public void closed() {
    end(ROLLBACK);
  }

  private void add(Step step, List<@Nullable Object> bound, List<String> stack) {
    if (steps.size() < most) {
      steps.add(new RecordedStep(step.kind(), step.text(), bound, stack));
    } else {
      recorder.leaveOut();
    }
  }

  private void end(RecordedStep last) {
    if (!steps.isEmpty()) {
      steps.add(last);
      recorder.ended(Thread.currentThread().getName(), List.copyOf(steps));
      steps.clear();
    }
  }
}
