package dev.holdfast.bench.measure;

/** Lines on standard error: what runs now. */
public final class Progress {

  private Progress() {}

  public static void tell(String what) {
    System.err.println("bench: " + what);
  }
}
