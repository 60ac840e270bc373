package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.Leased;
import dev.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

class ScheduledTest {

  private static final Duration LONG = Duration.ofMinutes(1);

  /** How often each instance was asked to, and who did. */
  static class Job {

    private final AtomicInteger looked = new AtomicInteger();
    private final List<String> ran = new CopyOnWriteArrayList<>();

    int looked() {
      return looked.get();
    }

    int ran() {
      return ran.size();
    }

    @Scheduled(fixedDelay = 20)
    public void look() {
      looked.incrementAndGet();
    }

    @Scheduled(fixedDelay = 20)
    @Leased(resource = "nightly", minHold = "${job.min-hold}")
    public void run() {
      ran.add(Thread.currentThread().getName());
    }
  }

  static class Later {

    private final List<Boolean> held = new CopyOnWriteArrayList<>();

    List<Boolean> held() {
      return held;
    }

    @Async
    @Leased(resource = "async")
    public void run(Thread caller) {
      held.add(CurrentLease.required().isHeld() && Thread.currentThread() != caller);
    }
  }

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @EnableScheduling
  @EnableAsync
  static class JobApp {

    @Bean
    Job job() {
      return new Job();
    }

    @Bean
    Later later() {
      return new Later();
    }
  }

  @ParameterizedTest(name = "virtual threads: {0}")
  @DisplayName(
      "a scheduled job runs once over two instances within its min-hold, and skips quietly")
  @ValueSource(booleans = {false, true})
  void onceOverAll(boolean virtual) {
    String[] properties = {
      "job.min-hold=1h", "spring.threads.virtual.enabled=" + virtual, "holdfast.lease.ttl=1m"
    };
    try (TestDatabase database = App.database();
        App first = App.plain(database, JobApp.class, properties);
        App second = App.plain(database, JobApp.class, properties)) {
      Job one = first.get(Job.class);
      Job two = second.get(Job.class);
      Eventually.holds(
          "both were due several times",
          LONG,
          () -> one.looked() > 5 && two.looked() > 5 && one.ran() + two.ran() > 0);
      assertThat(one.ran() + two.ran()).isEqualTo(1);
      first.get(Later.class).run(Thread.currentThread());
      List<Boolean> held = first.get(Later.class).held();
      Eventually.holds("the asynchronous one ran", LONG, () -> !held.isEmpty());
      assertThat(held).containsExactly(true);
    }
  }

  @Test
  @DisplayName("without a min-hold it runs again and again")
  void again() {
    try (TestDatabase database = App.database();
        App app = App.plain(database, JobApp.class, "job.min-hold=0s")) {
      Job job = app.get(Job.class);
      Eventually.holds("it ran three times", LONG, () -> job.ran() >= 3);
    }
  }
}
