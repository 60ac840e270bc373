package dev.holdfast.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.DatabaseUnavailableException;
import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.support.LossyDataSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Answers that the database gave and nobody heard. */
class LostAnswerTest extends ClaimsTestBase {

  private LossyDataSource lossy;
  private Claims claims;

  @BeforeEach
  void open() {
    lossy = new LossyDataSource(lab.dataSource());
    Holdfast holdfast =
        lab.open(lossy.dataSource(), HoldfastSettings.defaults().withListener(events::add));
    claims = holdfast.claims(ITEMS, QUICK);
    claims.sweep();
  }

  @Test
  @DisplayName("C3: a finish whose answer was lost is asked again, and the work counts as done")
  void lostFinish() {
    insert(1);
    Claim claim = claims.tryClaim().orElseThrow();
    lossy.loseNextAnswerTo("returning u.no");
    assertThat(claim.finish()).isTrue();
    assertThat(lossy.lost()).isEqualTo(1);
    assertThat(claim.outcome()).isEqualTo(Outcome.DONE);
    assertThat(lab.sql().text("select status || attempts from item")).isEqualTo("done1");
  }

  @Test
  @DisplayName(
      "C3: a finish in a transaction whose outcome stayed unknown is not turned into a failure")
  void unknownCommit() {
    insert(1);
    Claim claim = claims.tryClaim().orElseThrow();
    lab.sql()
        .run("update item set status = 'done', lock_id = null"); // the transaction had committed
    assertThat(claim.fail("commit unknown")).isEqualTo(Outcome.DONE);
    assertThat(statusOf(1)).isEqualTo("done");
  }

  @Test
  @DisplayName("C3: a finish that finds its row taken over says so and touches nothing")
  void lostFinishTakenOver() {
    insert(1);
    Claim claim = claims.tryClaim().orElseThrow();
    lab.sql().run("update item set lock_id = null, status = 'ready'");
    Claim next = claims("b").tryClaim().orElseThrow();
    lossy.loseNextAnswerTo("returning u.no");
    assertThat(claim.finish()).isFalse();
    assertThat(next.isHeld()).isTrue();
    assertThat(next.finish()).isTrue();
  }

  @Test
  @DisplayName(
      "C4: rows whose claim's answer was lost are not stuck: the next claim frees them first")
  void strays() {
    insert(3);
    Claim held = claims.tryClaim().orElseThrow();
    lossy.loseNextAnswerTo("skip locked");
    assertThatThrownBy(() -> claims.claim(2)).isInstanceOf(DatabaseUnavailableException.class);
    assertThat(count("processing")).isEqualTo(3);
    List<Claim> again = claims.claim(10);
    assertThat(again).extracting(Claim::key).containsExactly("2", "3");
    assertThat(held.finish()).isTrue();
  }
}
