package dev.holdfast.server.console;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Policy;
import org.junit.jupiter.api.Test;

class PolicyPanelTest {
  private static final Browser BROWSER = SharedBrowser.get();

  @Test
  void whatWasLockedAgainstTheOrderIsRed() {
    Policy policy = Policy.of(Cluster.of("billing", "account", "invoice", "ledger"));
    try (ConsoleLab lab = ConsoleLab.start(policy)) {
      lab.sql(
          """
          select holdfast.report_lock_order('web', '{account,ledger}', '{invoice,account}', '{12,3}')
          """);
      SharedBrowser.signedIn(lab, lab.admin(), "#/policy");
      BROWSER.sees(".cluster", "ledger");
      BROWSER.sees(".violation", "ledger");
      BROWSER.counts(".bow:not(.red)", 1);
      BROWSER.counts(".bow.red", 1);
      BROWSER.sees(".observed h2", "1 violation");
    }
  }

  @Test
  void withoutAPolicyItSaysHowToDeclareOne() {
    try (ConsoleLab lab = ConsoleLab.start()) {
      SharedBrowser.signedIn(lab, lab.admin(), "#/policy");
      BROWSER.sees(".empty", "--policy");
    }
  }
}
