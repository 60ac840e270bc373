package dev.holdfast.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.HoldfastEvent.ClaimRefused;
import dev.holdfast.HoldfastEvent.ClaimsTaken;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.InvalidRequestException;
import dev.holdfast.support.CountingDataSource;
import dev.holdfast.support.Crowd;
import dev.holdfast.support.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ClaimTest extends ClaimsTestBase {

  @Test
  @DisplayName("C1: a claim writes a fresh lock id, locked at, version + 1, from the ready status")
  void writesTheThreeColumns() {
    insert(1);
    Claims claims = claims("a");
    Claim first = claims.tryClaim().orElseThrow();
    assertThat(
            lab.sql()
                .text(
                    "select concat_ws('|', status, lock_id, execution_version, attempts,"
                        + " locked_at between now() - interval '1 minute' and now())"
                        + " from item"))
        .isEqualTo("processing|" + first.lockId() + "|1|1|t");
    assertThat(first.key()).isEqualTo("1");
    assertThat(first.get("id", Long.class)).isEqualTo(1L);
    assertThat(first.text("title")).isEqualTo("title 1");
    assertThat(first.fail("once")).isEqualTo(Outcome.RETRY);
    Claim second = claims.tryClaim().orElseThrow();
    assertThat(second.version()).isEqualTo(2);
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.lockId()).isNotEqualTo(first.lockId());
  }

  @Test
  @DisplayName("C1: only rows in the expected status, and due, are claimed")
  void onlyFromTheExpectedStatus() {
    insert(5);
    lab.sql().run("update item set status = 'draft' where id = 1");
    lab.sql().run("update item set status = 'done' where id = 2");
    lab.sql().run("update item set status = 'parked' where id = 3");
    lab.sql().run("update item set due_at = now() + interval '1 hour' where id = 4");
    assertThat(claims("a").claim(10)).extracting(Claim::key).containsExactly("5");
  }

  @Test
  @DisplayName("C1: the column names of the source work, on its types")
  void namesOfTheSource() {
    lab.sql()
        .run(
            """
            drop table if exists "Deviation";
            create table "Deviation" (
              id text primary key, status text not null, "executionLockId" text,
              "executionLockedAt" timestamp(3), "executionVersion" integer not null default 0);
            insert into "Deviation" (id, status) values ('cuid1', 'scheduled'), ('cuid2', 'draft')
            """);
    ClaimTable table =
        ClaimTable.of("Deviation", "id")
            .withStatus("status", ClaimStatuses.of("scheduled", "published", "failed"))
            .withLockColumns("executionLockId", "executionLockedAt", "executionVersion");
    Claims claims = process("a").claims(table);
    List<Claim> got = claims.claim(10);
    assertThat(got).extracting(Claim::key).containsExactly("cuid1");
    assertThat(
            lab.sql()
                .number(
                    "select count(*) from \"Deviation\" where \"executionLockId\" = ?"
                        + " and status = 'scheduled' and \"executionVersion\" = 1"
                        + " and abs(extract(epoch from \"executionLockedAt\" - now() at time zone"
                        + " 'UTC')) < 60",
                    got.get(0).lockId().toString()))
        .isEqualTo(1);
    assertThat(claims.tryClaim()).isEmpty();
    int written =
        got.get(0)
            .inTransaction(
                tx -> {
                  got.get(0).finish(tx);
                  return 1;
                });
    assertThat(written).isEqualTo(1);
    assertThat(lab.sql().text("select status from \"Deviation\" where id = 'cuid1'"))
        .isEqualTo("published");
    lab.sql().run("drop table \"Deviation\"");
  }

  @Test
  @DisplayName("C1: a key of several columns, of other types, in another schema")
  void longKey() {
    lab.sql()
        .run(
            """
            drop schema if exists "my shop" cascade;
            create schema "my shop";
            create type "my shop".state as enum ('new', 'busy', 'gone', 'bad');
            create table "my shop"."order lines" (
              shop uuid, line integer, state "my shop".state not null, primary key (shop, line))
            """);
    ClaimTable table =
        ClaimTable.of("my shop.order lines", "shop", "line")
            .withStatus("state", ClaimStatuses.of("new", "gone", "bad").withClaimed("busy"));
    lab.sql().run(table.ddl());
    UUID shop = UUID.randomUUID();
    lab.sql()
        .run(
            "insert into \"my shop\".\"order lines\" values (?, 1, 'new'), (?, 2, 'new')",
            shop,
            shop);
    Claims claims = process("a").claims(table);
    Claim second = claims.tryClaimKey(shop, 2).orElseThrow();
    assertThat(second.key()).isEqualTo(shop + ",2");
    assertThat(claims.claim(10)).extracting(Claim::key).containsExactly(shop + ",1");
    assertThat(second.finish()).isTrue();
    assertThat(lab.sql().text("select state from \"my shop\".\"order lines\" where line = 2"))
        .isEqualTo("gone");
    lab.sql().run("drop schema \"my shop\" cascade");
  }

  @Test
  @DisplayName(
      "C2: of many who want one row one gets it, the others get nothing, no error, counted")
  void oneWinner() {
    insert(1);
    ConcurrentLinkedQueue<Claim> won = new ConcurrentLinkedQueue<>();
    List<Claims> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(claims("worker " + i));
      workers.get(i).sweep(); // each is a worker before the race begins
    }
    Crowd.of(8).run(no -> workers.get(no % 4).tryClaimKey(1).ifPresent(won::add));
    assertThat(won).hasSize(1);
    assertThat(events(ClaimRefused.class)).hasSize(7);
  }

  @Test
  @DisplayName("C2: a row that another transaction has locked is skipped, not waited for")
  void skipsLockedRows() throws SQLException {
    insert(2);
    Claims claims = claims("a");
    claims.sweep();
    try (Connection other = lab.dataSource().getConnection()) {
      other.setAutoCommit(false);
      Sql.run(other, "update item set title = 'being edited' where id = 1");
      assertThat(claims.tryClaimKey(1)).isEmpty();
      assertThat(claims.claim(2)).extracting(Claim::key).containsExactly("2");
      other.rollback();
    }
    assertThat(claims.tryClaimKey(1)).isPresent();
  }

  @Test
  @DisplayName("C6: a batch has at most as many as asked for, in order, and takes one round trip")
  void batch() {
    insert(250);
    CountingDataSource counting = new CountingDataSource(lab.dataSource());
    Claims claims =
        lab.open(counting.dataSource(), HoldfastSettings.defaults().withListener(events::add))
            .claims(ITEMS, QUICK);
    claims.sweep();
    counting.reset();
    List<Claim> got = claims.claim(100);
    assertThat(counting.executed()).hasSize(1);
    assertThat(got)
        .extracting(claim -> claim.get("id", Long.class))
        .containsExactlyElementsOf(
            java.util.stream.LongStream.rangeClosed(1, 100).boxed().toList());
    assertThat(count("processing")).isEqualTo(100);
    counting.reset();
    assertThat(claims.finishAll(got)).isEmpty();
    assertThat(counting.executed()).hasSize(1);
    assertThat(count("done")).isEqualTo(100);
    assertThat(events(ClaimsTaken.class)).containsExactly(new ClaimsTaken("item", 100, 100, 0, 0));
    assertThat(counting.open()).as("connections kept: the leases' one").isLessThanOrEqualTo(1);
  }

  @Test
  @DisplayName("C6: a batch is ordered as the table says")
  void order() {
    insert(4);
    lab.sql().run("update item set title = case id when 3 then 'a' else 'b' end");
    Claims claims = process("a").claims(ITEMS.withOrder("title"), QUICK);
    assertThat(claims.claim(2)).extracting(Claim::key).containsExactly("3", "1");
  }

  @Test
  @DisplayName("C8: while the work runs nothing is locked and no transaction is open")
  void nothingHeld() {
    insert(1);
    Claims claims = claims("a");
    Claim claim = claims.tryClaim().orElseThrow();
    assertThat(
            lab.sql()
                .number(
                    "select count(*) from pg_stat_activity where datname = current_database()"
                        + " and pid <> pg_backend_pid() and xact_start is not null"
                        + " and backend_type = 'client backend' and state <> 'active'"))
        .isZero();
    lab.sql().run("set lock_timeout = '1s'; update item set title = 'edited meanwhile'");
    assertThat(claim.finish()).isTrue();
  }

  @Test
  @DisplayName("a finish and a second one both say that it was ours; release takes no attempt")
  void endings() {
    insert(3);
    Claims claims = claims("a");
    List<Claim> got = claims.claim(3);
    assertThat(got.get(0).finish()).isTrue();
    assertThat(got.get(0).finish()).isTrue();
    assertThat(got.get(1).release()).isEqualTo(Outcome.RELEASED);
    assertThat(got.get(1).outcome()).isEqualTo(Outcome.RELEASED);
    assertThat(lab.sql().text("select status || attempts from item where id = 2"))
        .isEqualTo("ready0");
    assertThat(got.get(2).giveUp("not sellable")).isEqualTo(Outcome.FAILED);
    assertThat(lab.sql().text("select status || last_error from item where id = 3"))
        .isEqualTo("failednot sellable");
    assertThat(claims.revive(3)).isTrue();
    assertThat(claims.revive(2)).isFalse();
    assertThat(claims.tryClaimKey(3)).map(Claim::attempt).contains(1);
  }

  @Test
  @DisplayName("a claim that is closed without being finished is a failed attempt")
  void closed() {
    insert(1);
    Claims claims = claims("a");
    try (Claim claim = claims.tryClaim().orElseThrow()) {
      assertThat(claim.isHeld()).isTrue();
    }
    assertThat(lab.sql().text("select status || attempts from item")).isEqualTo("ready1");
    try (Claim claim = claims.tryClaim().orElseThrow()) {
      claim.finish();
    }
    assertThat(statusOf(1)).isEqualTo("done");
  }

  @Test
  @DisplayName("bad requests are refused with what is allowed")
  void badRequests() {
    Claims claims = claims("a");
    assertThatThrownBy(() -> claims.claim(0)).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> claims.tryClaimKey(1, 2))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("1 columns, not 2");
    assertThatThrownBy(() -> ClaimTable.of("x\"; drop table item; --", "id"))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> ClaimStatuses.of("a", "a", "b"))
        .isInstanceOf(InvalidRequestException.class);
    insert(1);
    Optional<Claim> claim = claims.tryClaim();
    assertThatThrownBy(() -> claim.orElseThrow().get("price"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("withColumns");
  }

  @Test
  @DisplayName("a status with a quote in it is a value, never SQL")
  void hostileStatus() {
    insert(1);
    lab.sql().run("update item set status = 'it''s {limit} ready?'");
    ClaimTable table =
        ClaimTable.of("item", "id")
            .withStatus("status", ClaimStatuses.of("it's {limit} ready?", "do'ne", "failed"));
    Claim claim = process("a").claims(table).tryClaim().orElseThrow();
    assertThat(claim.finish()).isTrue();
    assertThat(statusOf(1)).isEqualTo("do'ne");
  }
}
