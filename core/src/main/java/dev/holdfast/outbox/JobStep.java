package dev.holdfast.outbox;

import dev.holdfast.transaction.Transaction;
import java.sql.Connection;

/**
 * A step being done: the job's input, and the transaction in which it is done.
 *
 * @param job the job's id
 * @param name of the step
 * @param input what the job was started with
 * @param transaction commits only while this worker has the job
 */
public record JobStep(long job, String name, String input, Transaction transaction) {

  public Connection connection() {
    return transaction.connection();
  }
}
