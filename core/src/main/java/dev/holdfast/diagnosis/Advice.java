package dev.holdfast.diagnosis;

import java.util.Map;

/**
 * What would help.
 *
 * @param act what to do
 * @param text the same as a sentence, with why
 * @param parameters what the act needs: {@code resource} and {@code fence} for a release, {@code
 *     pid} and {@code backendStart} for a cancel or a termination
 */
public record Advice(Act act, String text, Map<String, String> parameters) {

  /** What can be done about somebody in the way. */
  public enum Act {
    /** It ends by itself soon. */
    WAIT,
    /** Take the lease away, by its fence. */
    RELEASE,
    /** Cancel the statement that a backend runs. */
    CANCEL,
    /** End a backend's session: its transaction is rolled back. */
    TERMINATE,
    /** Nothing is in the way. */
    NONE
  }

  public Advice {
    parameters = Map.copyOf(parameters);
  }
}
