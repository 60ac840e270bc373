package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CompanyTest {

  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  private final AtomicLong now = new AtomicLong();
  private final Company company = new Company(now::get);
  private final AtomicInteger looks = new AtomicInteger();

  /** At each look one more has come, up to that many, and ten microseconds have passed. */
  private int looksUntil(int most) {
    looks.set(0);
    company.gather(
        () -> {
          now.addAndGet(TimeUnit.MICROSECONDS.toNanos(10));
          return Math.min(looks.incrementAndGet(), most);
        });
    return looks.get();
  }

  @Test
  @DisplayName("who was alone is not waited for")
  void alone() {
    company.left(1, LONG);
    assertThat(looksUntil(1)).isZero();
  }

  @Test
  @DisplayName("those who left together are waited for, and no longer than until they are there")
  void together() {
    company.left(8, LONG);
    assertThat(looksUntil(100)).isEqualTo(9); // the last one asks whether it was worth it
    company.left(8, LONG);
    assertThat(looksUntil(100)).as("they came, so they are waited for again").isEqualTo(9);
  }

  @Test
  @DisplayName("who does not come back is waited for a bounded time, then ever more seldom")
  void disappointed() {
    for (int skipped = 2; skipped <= 64; skipped *= 2) {
      company.left(8, LONG);
      assertThat(looksUntil(1)).as("a quarter of a millisecond, and a last look").isEqualTo(26);
      for (int i = 0; i < skipped; i++) {
        company.left(8, LONG);
        assertThat(looksUntil(1)).as("after a disappointment, time " + i).isZero();
      }
    }
    company.left(8, LONG);
    assertThat(looksUntil(100)).as("a try again").isEqualTo(9);
    company.left(8, LONG);
    assertThat(looksUntil(100)).as("company is back").isEqualTo(9);
  }

  @Test
  @DisplayName("the patience is a part of what a batch takes: none for one that takes no time")
  void shortBatch() {
    company.left(8, 0);
    assertThat(looksUntil(100)).isEqualTo(2);
    company.left(8, TimeUnit.MICROSECONDS.toNanos(200));
    looksUntil(1);
    looksUntil(1);
    assertThat(looksUntil(1)).as("a quarter of 200 microseconds").isEqualTo(6);
  }

  @Test
  @DisplayName("of a crowd half is enough, and who completes it may go; of few all are waited for")
  void crowd() {
    company.left(100, LONG);
    assertThat(company.isEnoughOfCrowd(49)).isFalse();
    assertThat(company.isEnoughOfCrowd(50)).isTrue();
    company.left(48, LONG);
    assertThat(looksUntil(100)).as("24, and whether it was worth it").isEqualTo(25);
    company.left(8, LONG);
    assertThat(company.isEnoughOfCrowd(8)).isFalse();
  }
}
