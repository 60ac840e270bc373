package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Holds a history against the rules. */
public final class Checker {

  private static final Map<Invariant, Scan> SCANS = new EnumMap<>(Invariant.class);

  static {
    SCANS.put(Invariant.X, new ClaimedIntervals());
    SCANS.put(Invariant.F, new RisingFences());
    SCANS.put(Invariant.W, new GuardedWrites());
    SCANS.put(Invariant.D, new Survival());
    SCANS.put(Invariant.T, new TokenHolders());
    SCANS.put(Invariant.L, new Healing());
    SCANS.put(Invariant.C, new ClaimEndings());
    SCANS.put(Invariant.O, new EventDelivery());
    SCANS.put(Invariant.V, new RisingVersions());
    SCANS.put(Invariant.R, new RenewalsUnderGuard());
  }

  private Checker() {}

  public static Verdict check(History history, Rules given) {
    Rules rules = given.withClocks(given.clocks().withJumps(Jump.of(history)));
    List<Violation> violations = new ArrayList<>();
    List<String> undecided = new ArrayList<>();
    SCANS.forEach(
        (invariant, scan) -> {
          if (rules.has(invariant)) {
            violations.addAll(scan.violations(history, rules));
          }
        });
    if (rules.has(Invariant.S)) {
      Linearizability search = new Linearizability(rules);
      violations.addAll(search.violations(history));
      undecided.addAll(search.undecided());
    }
    return new Verdict(violations, undecided, history.operations().size());
  }
}
