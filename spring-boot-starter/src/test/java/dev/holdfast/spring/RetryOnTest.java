package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.CommitUnknownException;
import dev.holdfast.ConflictException.Course;
import dev.holdfast.DeadlockException;
import dev.holdfast.StaleVersionException;
import dev.holdfast.VersionCheck;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;

class RetryOnTest {

  @Test
  @DisplayName("W3: PostgreSQL's conflicts are told apart, however they are wrapped")
  void wrapped() {
    assertThat(RetryOn.in(wrap("55P03"))).contains(RetryOn.LOCK_TIMEOUT);
    assertThat(RetryOn.in(wrap("40P01"))).contains(RetryOn.DEADLOCK);
    assertThat(RetryOn.in(wrap("40001"))).contains(RetryOn.SERIALIZATION);
    assertThat(RetryOn.in(wrap("23505"))).isEmpty();
    assertThat(RetryOn.in(new CannotAcquireLockException("x", new SQLException("x", "40P01"))))
        .contains(RetryOn.DEADLOCK);
    assertThat(RetryOn.in(new CannotAcquireLockException("x"))).contains(RetryOn.LOCK_TIMEOUT);
  }

  @Test
  @DisplayName("versions: JPA's are tried again, ours by choice, those of If-Match never")
  void versions() {
    assertThat(RetryOn.in(new OptimisticLockingFailureException("x")))
        .contains(RetryOn.OPTIMISTIC_LOCK);
    assertThat(RetryOn.in(stale(VersionCheck.of(1)))).contains(RetryOn.STALE_VERSION);
    assertThat(RetryOn.in(stale(new VersionCheck(List.of(), false, true)))).isEmpty();
  }

  @Test
  @DisplayName("W9: what may have been committed is never run again")
  void neverAfterACommit() {
    assertThat(RetryOn.in(wrap("08006"))).isEmpty();
    assertThat(RetryOn.in(wrap("57P01"))).isEmpty();
    assertThat(RetryOn.in(new CommitUnknownException("7", new SQLException("x", "40001"))))
        .isEmpty();
    assertThat(RetryOn.in(new DataIntegrityViolationException("x"))).isEmpty();
  }

  @Test
  @DisplayName("W10: a conflict in a transaction that was joined is tried again by who began it")
  void joined() {
    Duration took = Duration.ofSeconds(1);
    assertThat(RetryOn.in(new DeadlockException(new Course(1, took, true), null)))
        .contains(RetryOn.DEADLOCK);
    assertThat(RetryOn.in(new DeadlockException(new Course(9, took, false), null))).isEmpty();
  }

  private static Exception wrap(String state) {
    return new IllegalStateException(
        new ConcurrencyFailureException("x", new SQLException("x", state)));
  }

  private static StaleVersionException stale(VersionCheck expected) {
    return new StaleVersionException("t", "1", expected, null, null);
  }
}
