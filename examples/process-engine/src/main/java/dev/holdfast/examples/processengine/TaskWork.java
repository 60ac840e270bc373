package dev.holdfast.examples.processengine;

/** What is to be done before an instance may leave a task: documents, calls of other systems. */
@FunctionalInterface
public interface TaskWork {

  /**
   * Does it; a failure leaves the instance where it is.
   *
   * @param fence higher than that of every earlier attempt: systems outside refuse lower ones
   */
  void perform(long instanceId, Task task, long fence) throws InterruptedException;
}
