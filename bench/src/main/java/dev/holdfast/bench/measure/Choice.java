package dev.holdfast.bench.measure;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Which scenarios, and beside which peers. */
public record Choice(Set<String> scenarios, Set<String> peers) {

  /** In the order in which they run. */
  public static final List<String> SCENARIOS =
      List.of(
          "counts",
          "pairs",
          "refused",
          "hand-over",
          "processes",
          "renewals",
          "transactions",
          "versions",
          "claims",
          "guard",
          "http",
          "memory",
          "waiters",
          "growth",
          "churn");

  public static final List<String> PEERS =
      List.of("shedlock", "registry", "hand-written", "redisson", "curator", "jetcd", "hibernate");

  public Choice {
    scenarios = Set.copyOf(scenarios);
    peers = Set.copyOf(peers);
    require("--scenario", SCENARIOS, scenarios);
    require("--peers", PEERS, peers);
    if (scenarios.isEmpty()) {
      throw new Options.UsageException("--scenario needs a name");
    }
  }

  static Choice all() {
    return new Choice(Set.copyOf(SCENARIOS), Set.copyOf(PEERS));
  }

  /** What is done within a minute or so. */
  static Choice quick() {
    return new Choice(Set.copyOf(SCENARIOS.subList(0, SCENARIOS.indexOf("memory"))), Set.of());
  }

  Choice withoutPeers() {
    return new Choice(scenarios, Set.of());
  }

  Choice withScenarios(String list) {
    return new Choice(namesIn(list), peers);
  }

  Choice withPeers(String list) {
    return list.strip().equals("none") ? withoutPeers() : new Choice(scenarios, namesIn(list));
  }

  private static Set<String> namesIn(String list) {
    return new TreeSet<>(List.of(list.trim().split("\\s*,\\s*", -1)));
  }

  private static void require(String option, List<String> known, Set<String> names) {
    if (!known.containsAll(names)) {
      throw new Options.UsageException(
          option
              + " takes some of "
              + String.join(", ", known)
              + ", not "
              + String.join(", ", new TreeSet<>(names)));
    }
  }
}
