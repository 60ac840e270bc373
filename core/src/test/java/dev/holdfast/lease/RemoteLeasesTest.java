package dev.holdfast.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.HoldfastSettings;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.LeaseHeldException;
import dev.holdfast.LeaseLostException;
import dev.holdfast.Problem;
import dev.holdfast.WrongTokenException;
import dev.holdfast.support.Await;
import dev.holdfast.support.Isolation;
import dev.holdfast.support.Lab;
import dev.holdfast.support.LossyDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RemoteLeasesTest {

  private final Lab lab = new Lab(Isolation.READ_COMMITTED);
  private final RemoteLeases remote = lab.open("service").leases().remote();

  @AfterEach
  void close() {
    lab.close();
  }

  @Test
  @DisplayName("a client elsewhere acquires, renews exactly, releases")
  void wholeLife() {
    UUID token = UUID.randomUUID();
    RemoteGrant grant = now(remote.acquire(request(token, "x"))).get(0);
    assertThat(grant.holder()).isEqualTo("client");
    assertThat(grant.token()).isEqualTo(token);
    assertThat(grant.expiresAt()).isEqualTo(grant.grantedAt().plusSeconds(60));
    RemoteGrant longer = now(remote.renew("x", grant.fence(), token, Duration.ofSeconds(90)));
    assertThat(longer.expiresAt()).isAfter(grant.grantedAt().plusSeconds(89));
    assertThat(longer.grantedAt()).isEqualTo(grant.grantedAt());
    RemoteGrant shorter = now(remote.renew("x", grant.fence(), token, Duration.ofSeconds(20)));
    assertThat(shorter.expiresAt()).isBefore(grant.expiresAt());
    assertThat(shorter.expiresAt()).isEqualTo(tenure().until());
    assertThat(now(remote.release("x", grant.fence(), token))).isTrue();
    assertThat(now(remote.release("x", grant.fence(), token))).isTrue();
    assertThat(lab.open().leases().tryAcquire("x")).isPresent();
  }

  @Test
  @DisplayName("asking again with the same token gets the same grant, through another process too")
  void sameTokenSameGrant() {
    UUID token = UUID.randomUUID();
    List<RemoteGrant> first = now(remote.acquire(request(token, "x", "y")));
    List<RemoteGrant> again = now(remote.acquire(request(token, "y", "x")));
    RemoteLeases elsewhere = lab.open("other").leases().remote();
    List<RemoteGrant> third = now(elsewhere.acquire(request(token, "x", "y")));
    assertThat(again).extracting(RemoteGrant::fence).containsExactly(1L, 1L);
    for (int i = 0; i < 2; i++) {
      assertThat(again.get(i).grantedAt()).isEqualTo(first.get(i).grantedAt());
      assertThat(third.get(i).grantedAt()).isEqualTo(first.get(i).grantedAt());
      assertThat(third.get(i).fence()).isEqualTo(first.get(i).fence());
      assertThat(third.get(i).expiresAt()).isAfterOrEqualTo(first.get(i).expiresAt());
    }
  }

  @Test
  @DisplayName("the same after an answer that got lost on the way from the database")
  void lostAnswer() {
    LossyDataSource lossy = new LossyDataSource(lab.dataSource());
    RemoteLeases shaky =
        lab.open(lossy.dataSource(), HoldfastSettings.defaults()).leases().remote();
    UUID token = UUID.randomUUID();
    lossy.loseNextAnswerTo("acquire_leases");
    RemoteGrant grant = now(shaky.acquire(request(token, "x"))).get(0);
    assertThat(lossy.lost()).isEqualTo(1);
    assertThat(grant.fence()).isEqualTo(1);
    lossy.loseNextAnswerTo("renew_leases");
    assertThat(now(shaky.renew("x", 1, token, Duration.ofSeconds(30))).fence()).isEqualTo(1);
    lossy.loseNextAnswerTo("release_leases");
    assertThat(now(shaky.release("x", 1, token))).isTrue();
    assertThat(lossy.lost()).isEqualTo(3);
  }

  @Test
  @DisplayName("a request that is repeated while the first still waits is one with it")
  void repeatedWhileWaiting() {
    Lease holder = lab.open("holder").leases().acquire("x");
    UUID token = UUID.randomUUID();
    CompletableFuture<List<RemoteGrant>> first =
        remote.acquire(request(token, "x")).toCompletableFuture();
    Await.until("it waits", () -> places() == 1);
    CompletableFuture<List<RemoteGrant>> again =
        remote.acquire(request(token, "x")).toCompletableFuture();
    assertThat(first.cancel(false)).isTrue();
    holder.release();
    RemoteGrant grant = now(again).get(0);
    assertThat(now(remote.renew("x", grant.fence(), token, Duration.ofSeconds(9)))).isNotNull();
    assertThat(
            catchThrowable(
                () -> {
                  remote.acquire(request(token, "x", "y"));
                  now(remote.acquire(request(token, "z")));
                }))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  @DisplayName("clients wait in order, and who cancels leaves the queue")
  void inOrder() {
    Lease holder = lab.open("holder").leases().acquire("x");
    List<Integer> order = new CopyOnWriteArrayList<>();
    List<CompletableFuture<List<RemoteGrant>>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int no = i;
      UUID token = UUID.randomUUID();
      CompletableFuture<List<RemoteGrant>> asked =
          remote.acquire(request(token, "x")).toCompletableFuture();
      all.add(asked);
      asked.thenAccept(
          grants -> {
            order.add(no);
            remote.release("x", grants.get(0).fence(), token);
          });
    }
    Await.until("they wait", () -> places() == 1);
    all.get(0).cancel(false);
    all.get(3).cancel(false);
    holder.release();
    Await.until("all had it", () -> order.size() == 4);
    assertThat(order).containsExactly(1, 2, 4, 5);
    Await.until("nobody waits", () -> places() == 0);
  }

  @Test
  @DisplayName("a held resource is refused with who has it, at once or after the wait")
  void refused() {
    lab.open("holder").leases().acquire("x");
    for (Duration wait : List.of(Duration.ZERO, Duration.ofMillis(300))) {
      assertThatThrownBy(() -> now(remote.acquire(request(UUID.randomUUID(), wait, "w", "x"))))
          .isInstanceOfSatisfying(
              LeaseHeldException.class,
              held -> {
                assertThat(held.resource()).isEqualTo("x");
                assertThat(held.holder()).isEqualTo("holder");
                assertThat(held.waited()).isGreaterThanOrEqualTo(wait);
              });
    }
    assertThat(lab.open().leases().tryAcquire("w")).isPresent();
  }

  @Test
  @DisplayName("another's token is told from a lease that ended, and names no secret")
  void wrongToken() {
    UUID token = UUID.randomUUID();
    UUID wrong = UUID.randomUUID();
    RemoteGrant grant = now(remote.acquire(request(token, "x"))).get(0);
    for (CompletionStage<?> tried :
        List.of(
            remote.renew("x", grant.fence(), wrong, Duration.ofSeconds(9)),
            remote.release("x", grant.fence(), wrong))) {
      Throwable error = catchThrowable(() -> now(tried));
      assertThat(error).isInstanceOf(WrongTokenException.class);
      assertThat(error.toString())
          .doesNotContain(wrong.toString())
          .doesNotContain(token.toString());
      assertThat(Problem.of((WrongTokenException) error).status()).isEqualTo(403);
    }
    assertThat(now(remote.release("x", grant.fence(), token))).isTrue();
    Lease successor = lab.open("next").leases().acquire("x");
    for (UUID any : List.of(token, wrong)) {
      assertThatThrownBy(() -> now(remote.renew("x", grant.fence(), any, Duration.ofSeconds(9))))
          .isInstanceOfSatisfying(
              LeaseLostException.class,
              lost -> {
                assertThat(lost.successorFence()).isEqualTo(successor.fence());
                assertThat(Problem.of(lost).extensions()).containsEntry("successorFence", "2");
              });
    }
    assertThatThrownBy(() -> now(remote.renew("never", 7, token, Duration.ofSeconds(9))))
        .isInstanceOfSatisfying(
            LeaseLostException.class, lost -> assertThat(lost.successorFence()).isNull());
  }

  @Test
  @DisplayName("nothing is renewed here: a client that does not renew loses its lease")
  void notRenewedHere() {
    UUID token = UUID.randomUUID();
    LeaseOptions brief = LeaseOptions.defaults().withTtl(Duration.ofMillis(300));
    RemoteGrant grant =
        now(remote.acquire(new RemoteRequest(List.of("x"), "client", token, true, brief, null)))
            .get(0);
    lab.open("next").leases().acquire("x");
    assertThatThrownBy(() -> now(remote.release("x", grant.fence(), token)))
        .isInstanceOfSatisfying(
            LeaseLostException.class, lost -> assertThat(lost.successorFence()).isEqualTo(2));
  }

  @Test
  @DisplayName("several buckets are acquired one after the other, all or nothing")
  void severalBuckets() {
    lab.spoil();
    lab.sql().run("select holdfast.configure(p_buckets => 8)");
    RemoteLeases many = lab.open("service").leases().remote();
    String[] names = {"a", "b", "c", "d", "e"};
    UUID token = UUID.randomUUID();
    List<RemoteGrant> grants = now(many.acquire(request(token, names)));
    assertThat(grants).extracting(RemoteGrant::resource).containsExactlyInAnyOrder(names);
    assertThatThrownBy(
            () -> now(many.acquire(request(UUID.randomUUID(), Duration.ZERO, "e", "f", "g", "h"))))
        .isInstanceOf(LeaseHeldException.class);
    Await.until(
        "what was acquired on the way is free",
        () ->
            lab.sql().number("select count(*) from holdfast.lease where token_hash is not null")
                == 5);
  }

  @Test
  @DisplayName("the owner's mark is in the row, not among the attributes that people see")
  void ownerMark() {
    LeaseOptions options = LeaseOptions.defaults().withAttributes(Map.of("job", "7"));
    now(
        remote.acquire(
            new RemoteRequest(List.of("x"), "client", UUID.randomUUID(), false, options, "me/1")));
    assertThat(tenure().attributes()).isEqualTo(Map.of("job", "7"));
    assertThat(lab.sql().text("select attributes ->> 'holdfast.owner' from holdfast.lease"))
        .isEqualTo(OwnerMark.of("me/1"));
  }

  private LeaseInfo.Tenure tenure() {
    return Objects.requireNonNull(lab.open().leases().find("x").orElseThrow().tenure());
  }

  private long places() {
    return lab.sql().number("select count(*) from holdfast.waiter");
  }

  private static RemoteRequest request(UUID token, String... resources) {
    return request(token, Duration.ofSeconds(20), resources);
  }

  private static RemoteRequest request(UUID token, Duration wait, String... resources) {
    LeaseOptions options = LeaseOptions.defaults().withTtl(Duration.ofSeconds(60)).withWait(wait);
    return new RemoteRequest(List.of(resources), "client", token, true, options, null);
  }

  private static <T> T now(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
