package dev.holdfast.lease;

import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/** Who has it works on what is pending. It is let go while the database works. */
final class Helm {

  /** Something to ask the database. */
  interface Question<T> {
    T ask() throws SQLException;
  }

  private final ReentrantLock lock = new ReentrantLock();

  void take() {
    lock.lock();
  }

  void let() {
    lock.unlock();
  }

  boolean isMine() {
    return lock.isHeldByCurrentThread();
  }

  /** Asks without the helm, and has it again when the answer is there. */
  <T> T awayFrom(Question<T> question) throws SQLException {
    lock.unlock();
    try {
      return question.ask();
    } finally {
      lock.lock();
    }
  }
}
