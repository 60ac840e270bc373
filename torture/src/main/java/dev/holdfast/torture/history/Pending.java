package dev.holdfast.torture.history;

/**
 * An operation that was invoked; complete it once. What the completion does not say itself is what
 * the INVOKE said.
 */
public final class Pending {

  private final Recorder recorder;
  private final Call call;
  private final Facts invoked;

  Pending(Recorder recorder, Call call, Facts invoked) {
    this.recorder = recorder;
    this.call = call;
    this.invoked = invoked;
  }

  /** It certainly happened. */
  public void ok() {
    end(Phase.OK, invoked, "");
  }

  /** It certainly happened, and this is known of it now. */
  public void ok(Facts facts) {
    end(Phase.OK, facts, "");
  }

  public void ok(Facts facts, String note) {
    end(Phase.OK, facts, note);
  }

  /** It certainly did not happen and never will. */
  public void fail(String why) {
    end(Phase.FAIL, invoked, why);
  }

  public void fail(Facts facts, String why) {
    end(Phase.FAIL, facts, why);
  }

  /** Nobody can tell. */
  public void info(String why) {
    end(Phase.INFO, invoked, why);
  }

  private void end(Phase phase, Facts facts, String note) {
    recorder.write(new Entry(System.nanoTime(), phase, call, facts, note));
  }
}
