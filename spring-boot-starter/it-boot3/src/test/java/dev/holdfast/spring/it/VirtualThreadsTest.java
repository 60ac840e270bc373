package dev.holdfast.spring.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.spring.CurrentLease;
import dev.holdfast.spring.Leased;
import dev.holdfast.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Leases are held by whoever has the object: whatever thread that is. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads need JDK 21")
class VirtualThreadsTest {

  @RestController
  static class Work {

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @GetMapping("/where")
    @Leased(resource = "page", waitUpTo = "10s")
    public String where() {
      return here();
    }

    @Scheduled(fixedDelay = 50)
    @Leased(resource = "job")
    public void job() {
      seen.add(here());
    }

    List<String> seen() {
      return seen;
    }

    /** A virtual thread's text says so; there is no such method yet in the Java we compile for. */
    private static String here() {
      boolean virtual = Thread.currentThread().toString().startsWith("VirtualThread[");
      return (CurrentLease.required().isHeld() ? "held" : "lost") + " " + virtual;
    }
  }

  @SpringBootConfiguration
  @EnableAutoConfiguration
  @EnableScheduling
  @Import(Work.class)
  static class VirtualApp {}

  @Test
  @DisplayName("leased controllers and scheduled jobs run on virtual threads, and hold")
  void virtual() {
    try (TestDatabase database = App.database();
        App app = App.web(database, VirtualApp.class, "spring.threads.virtual.enabled=true")) {
      assertThat(app.http("GET", "/where").body()).isEqualTo("held true");
      List<String> seen = app.get(Work.class).seen();
      Eventually.holds("the job ran twice", Duration.ofMinutes(1), () -> seen.size() > 1);
      assertThat(seen).containsOnly("held true");
    }
  }
}
