package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.Holdfast;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.support.Await;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.EveryIsolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TogetherTest extends EveryIsolation {

  private static final LeaseOptions PATIENT =
      LeaseOptions.defaults().withWait(Duration.ofSeconds(30));

  @Test
  @DisplayName(
      "L3: several together, in any order, from many threads: no deadlock, nothing partial")
  void allOrNothing() {
    List<Holdfast> processes = List.of(lab.open("one"), lab.open("two"));
    AtomicIntegerArray inside = new AtomicIntegerArray(5);
    Crowd.of(8)
        .run(
            no -> {
              Random random = new Random(no);
              for (int i = 0; i < 8; i++) {
                List<String> wanted = new ArrayList<>(List.of("r0", "r1", "r2", "r3", "r4"));
                Collections.shuffle(wanted, random);
                List<String> some = wanted.subList(0, 2 + random.nextInt(3));
                LeaseGroup group = processes.get(no % 2).leases().acquireAll(some, PATIENT);
                assertThat(group.leases()).hasSize(some.size());
                for (Lease lease : group.leases()) {
                  int at = lease.resource().charAt(1) - '0';
                  assertThat(inside.incrementAndGet(at)).as(lease.resource()).isEqualTo(1);
                }
                for (Lease lease : group.leases()) {
                  inside.decrementAndGet(lease.resource().charAt(1) - '0');
                }
                assertThat(group.release()).isTrue();
              }
            });
    assertThat(lab.sql().number("select count(*) from holdfast.lease where token_hash is not null"))
        .as("held in the end")
        .isZero();
  }

  @Test
  @DisplayName("L3: if one of several is held nothing is granted, and the refusal names it")
  void nothingIfOneIsHeld() {
    lab.open("holder").leases().acquire("b");
    Leases leases = lab.open("me").leases();
    List<String> wanted = List.of("c", "b", "a");
    assertThat(leases.tryAcquireAll(wanted, LeaseOptions.defaults())).isEmpty();
    assertThatThrownBy(
            () ->
                leases.acquireAll(wanted, LeaseOptions.defaults().withWait(Duration.ofMillis(100))))
        .isInstanceOfSatisfying(
            LeaseHeldException.class,
            held -> {
              assertThat(held.resource()).isEqualTo("b");
              assertThat(held.holder()).isEqualTo("holder");
            });
    Leases others = lab.open("third").leases();
    // a try of the group may be under way still, and have the rows locked
    Await.until("a is free", () -> others.tryAcquire("a").isPresent());
    Await.until("c is free", () -> others.tryAcquire("c").isPresent());
  }

  @Test
  @DisplayName("L3: resources of different buckets go together too, all or nothing")
  void buckets() {
    lab.sql().run("select holdfast.configure(p_buckets => 16)");
    Leases leases = lab.open("me").leases();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      names.add("name/" + i);
    }
    LeaseGroup group = leases.acquireAll(names, PATIENT);
    assertThat(group.leases()).hasSize(40);
    assertThat(lab.sql().number("select count(distinct bucket) from holdfast.lease"))
        .isGreaterThan(5);
    assertThat(
            lab.sql()
                .number(
                    "select count(*) from holdfast.lease where bucket <> holdfast.bucket_of(resource)"))
        .as("Java and SQL compute the same bucket")
        .isZero();
    Leases others = lab.open("other").leases();
    assertThat(others.tryAcquireAll(List.of("free/1", "free/2", "name/7"), PATIENT)).isEmpty();
    Await.until("nothing partial", () -> others.tryAcquire("free/1").isPresent());
    assertThat(group.release()).isTrue();
    assertThat(others.tryAcquireAll(List.of("name/1", "name/7"), PATIENT)).isPresent();
  }
}
