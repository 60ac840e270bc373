package dev.holdfast.bench.scenario;

import dev.holdfast.bench.measure.Database;
import dev.holdfast.bench.measure.Options;
import dev.holdfast.bench.report.Report;

/** Something to measure; it tells the {@link Report} what it saw. */
public interface Scenario {

  void run(Database database, Options options, Report report) throws Exception;

  static Scenario named(String name) {
    return switch (name) {
      case "counts" -> new CountsScenario();
      case "pairs" -> new PairsScenario();
      case "refused" -> new RefusedScenario();
      case "hand-over" -> new HandOverScenario();
      case "processes" -> new ProcessesScenario();
      case "renewals" -> new RenewalsScenario();
      case "transactions" -> new TransactionsScenario();
      case "versions" -> new VersionsScenario();
      case "claims" -> new ClaimsScenario();
      case "guard" -> new GuardScenario();
      case "http" -> new HttpScenario();
      case "memory" -> new MemoryScenario();
      case "waiters" -> new WaitersScenario();
      case "growth" -> new GrowthScenario();
      case "churn" -> new ChurnScenario();
      default -> throw new IllegalArgumentException("there is no scenario " + name);
    };
  }
}
