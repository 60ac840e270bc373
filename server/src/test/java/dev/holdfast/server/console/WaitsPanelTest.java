package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WaitsPanelTest {
  private static final ConsoleLab LAB = ConsoleLab.start();
  private static final Situation SITUATION = new Situation(LAB);
  private static final Browser BROWSER = SharedBrowser.get();

  @BeforeAll
  static void situation() throws SQLException {
    SITUATION.queue("invoice/7");
    SITUATION.idleInTransaction();
    SITUATION.deadlock("stock/4711");
  }

  @AfterAll
  static void stop() throws Exception {
    SITUATION.close();
    LAB.close();
  }

  @Test
  void theQueueStandsInItsOrderOnTheFirstScreen() {
    signedIn("#/resources");
    BROWSER.sees(".queue", "invoice/7");
    BROWSER.sees(".queue", "3 wait");
    BROWSER.awaits(
        "the queue in its order",
        "return [...document.querySelectorAll('.queue')].some(q => "
            + "/web-1.*web-2.*billing-7/s.test(q.textContent))");
    BROWSER.sees(".contended .cycle", "Deadlock");
    BROWSER.click(".queue[href*='invoice']");
    BROWSER.sees(".drawer .sentence", "3 waiting");
    assertThat(BROWSER.texts(".drawer .waiters li .breaks"))
        .containsExactly("web-1", "web-2", "billing-7");
    BROWSER.complainsNot();
  }

  @Test
  void aDeadlockOverALeaseAndARowLockIsRed() {
    signedIn("#/waits");
    BROWSER.sees(".node.red.lease", "stock/4711");
    BROWSER.sees(".node.red", "billing-7");
    BROWSER.counts(".node.red", 4);
    BROWSER.counts(".edge.red", 4);
    BROWSER.sees(".side h3.red", "Deadlock");
    BROWSER.awaits("it in the title", "return document.title.startsWith('(1)')");
  }

  @Test
  void theRootBlockerIsMarkedAndAPlaceInAQueueIsDashed() {
    signedIn("#/waits");
    BROWSER.sees(".node.root", "web-3");
    BROWSER.sees(".node.root", "worker-a4");
    assertThat(BROWSER.count(".soft-edge")).isGreaterThanOrEqualTo(2);
    BROWSER.sees(".side section", "Root blocker");
  }

  @Test
  void aSessionThatIdlesInItsTransactionCanBeEndedFromHere() throws Exception {
    try (ConsoleLab lab = ConsoleLab.start();
        Situation other = new Situation(lab)) {
      int pid = other.idleInTransaction();
      SharedBrowser.signedIn(lab, lab.admin(), "#/waits?node=backend:" + pid);
      BROWSER.sees(".node.root", "pid " + pid);
      BROWSER.sees(".node-facts", "update account");
      BROWSER.click(".node-facts .acts button:last-child");
      BROWSER.sees("dialog[open]", "Terminate pid");
      BROWSER.keys("forgotten since the deploy");
      BROWSER.click("dialog .main:enabled");
      BROWSER.sees(".said", "Terminated pid");
      BROWSER.awaits(
          "the others get on",
          "return !document.querySelector('.graph')?.textContent.includes('pid ' + arguments[0])",
          pid);
    }
  }

  private static void signedIn(String hash) {
    SharedBrowser.signedIn(LAB, LAB.admin(), hash);
  }
}
