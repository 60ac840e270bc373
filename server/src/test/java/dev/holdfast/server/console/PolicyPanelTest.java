package dev.holdfast.server.console;

import static org.assertj.core.api.Assertions.assertThat;

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
      assertThat(BROWSER.count(".bow:not(.red)")).isEqualTo(1);
      assertThat(BROWSER.count(".bow.red")).isEqualTo(1);
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
