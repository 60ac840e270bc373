package dev.holdfast.spring;

/** What a {@link Leased} method does when somebody else has the resource. */
public enum OnBusy {
  /** {@link #SKIP} for {@code @Scheduled} methods, {@link #FAIL} for all others. */
  AUTO,
  /** Throws {@link dev.holdfast.LeaseHeldException}: who has it, since when and until when. */
  FAIL,
  /**
   * Does not run and answers nothing: null, an empty Optional, or a stage completed with null. Not
   * for methods that answer a primitive.
   */
  SKIP
}
