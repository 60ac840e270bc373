package dev.holdfast.bench.report;

/** What Holdfast sets out to reach, as ratios within one run. */
public enum Target {
  PAIRS_1_RELEASE("pairs with release(), 1 caller", Than.AT_LEAST, 0.45, "× bare UPDATE"),
  PAIRS_1_CLOSE("pairs with close(), 1 caller", Than.AT_LEAST, 0.6, "× bare UPDATE"),
  PAIRS_1_MANY("pairs with close(), 64 keys each, 1 caller", Than.AT_LEAST, 0.6, "× bare UPDATE"),
  PAIRS_1_SHEDLOCK("pairs with release(), 1 caller", Than.AT_LEAST, 1.5, "× ShedLock"),
  PAIRS_8_PEERS("pairs with release(), 8 callers", Than.AT_LEAST, 1.3, "× the best peer"),
  PAIRS_8_PEERS_CLOSE("pairs with close(), 8 callers", Than.AT_LEAST, 1.3, "× the best peer"),
  PAIRS_8_PEERS_MANY(
      "pairs with close(), 64 keys each, 8 callers", Than.AT_LEAST, 1.3, "× the best peer"),
  PAIRS_32("pairs with release(), 32 callers", Than.AT_LEAST, 1.5, "× bare UPDATE"),
  PAIRS_32_CLOSE("pairs with close(), 32 callers", Than.AT_LEAST, 1.5, "× bare UPDATE"),
  PAIRS_32_MANY(
      "pairs with close(), 64 keys each, 32 callers", Than.AT_LEAST, 1.5, "× bare UPDATE"),
  PAIRS_32_PEERS("pairs with release(), 32 callers", Than.AT_LEAST, 3, "× the best peer"),
  PAIRS_32_PEERS_CLOSE("pairs with close(), 32 callers", Than.AT_LEAST, 3, "× the best peer"),
  PAIRS_32_PEERS_MANY(
      "pairs with close(), 64 keys each, 32 callers", Than.AT_LEAST, 3, "× the best peer"),
  PAIRS_32_P99("p99 of a pair, 32 callers", Than.AT_MOST, 1, "× the best peer's"),
  PAIRS_128("pairs with release(), 128 callers", Than.AT_LEAST, 2.5, "× bare UPDATE, 32 conn."),
  PAIRS_128_CLOSE("pairs with close(), 128 callers", Than.AT_LEAST, 2.5, "× bare UPDATE, 32 conn."),
  PAIRS_128_MANY(
      "pairs with close(), 64 keys each, 128 callers",
      Than.AT_LEAST,
      2.5,
      "× bare UPDATE, 32 conn."),
  CONNECTIONS("connections, 128 callers", Than.AT_MOST, 2, "connections"),
  REFUSED("refused tryAcquire, 8 callers", Than.AT_LEAST, 0.5, "× SELECT 1"),
  REFUSED_SHEDLOCK("refused tryAcquire, 8 callers", Than.AT_LEAST, 2, "× ShedLock"),
  REFUSED_WAL("WAL of a refused tryAcquire", Than.AT_MOST, 0, "bytes"),
  RENEWAL_STATEMENTS("renewals of all leases, a tick", Than.AT_MOST, 1, "statements"),
  RENEWAL_TIME("renewal of 50,000 leases", Than.AT_MOST, 2, "s"),
  HAND_OVER("hand-over in one process, p50", Than.AT_MOST, 1.5, "× durable commit"),
  PROCESSES_FAIRNESS("hand-over, 2 processes: fairness", Than.AT_MOST, 0.05, "stddev/mean"),
  PROCESSES_PEERS("hand-over, 2 processes: rate", Than.AT_LEAST, 1.1, "× Redisson RLock, memory"),
  PROCESSES_FAIR("hand-over, 2 processes: rate", Than.AT_LEAST, 1.4, "× Redisson fair lock"),
  PROCESSES_REGISTRY("hand-over, 2 processes: rate", Than.AT_LEAST, 1.4, "× JdbcLockRegistry"),
  PROCESSES_CURATOR("hand-over, 2 processes: rate", Than.AT_LEAST, 1.4, "× Curator"),
  PROCESSES_P50("hand-over, 2 processes: p50", Than.AT_MOST, 0.8, "× Redisson RLock"),
  PROCESSES_LONGEST("hand-over, 2 processes: longest wait", Than.AT_MOST, 0.25, "× Redisson RLock"),
  START("Holdfast.on, schema current", Than.AT_MOST, 2, "round trips"),
  TRANSACTIONS_1("row-lock transaction, 1 caller", Than.AT_LEAST, 1.3, "× the five steps"),
  TRANSACTIONS_32("row-lock transaction, 32 callers", Than.AT_LEAST, 1.1, "× the five steps"),
  TRANSACTIONS_TRIPS("row-lock transaction", Than.AT_MOST, 3, "round trips"),
  TRANSACTIONS_TRIPS_KNOWN(
      "row-lock transaction, last write known", Than.AT_MOST, 2, "round trips"),
  TRANSACTIONS_FOLDED_3("row-lock transaction, 3 trips", Than.AT_LEAST, 0.95, "× by hand"),
  TRANSACTIONS_FOLDED_2("row-lock transaction, 2 trips", Than.AT_LEAST, 0.95, "× by hand"),
  TRANSACTIONS_HIBERNATE("row-lock transaction, 1 caller", Than.AT_LEAST, 2, "× Hibernate"),
  VERSIONS_1("version update, 1 caller", Than.AT_LEAST, 0.95, "× bare UPDATE"),
  VERSIONS_32("version update, 32 callers", Than.AT_LEAST, 0.95, "× bare UPDATE"),
  VERSIONS_TRIPS("version update", Than.AT_MOST, 1, "round trips"),
  CLAIMS_SCHEDULER("claims, batches of 100", Than.AT_LEAST, 2, "× db-scheduler"),
  CLAIMS_BARE("claims, batches of 100", Than.AT_LEAST, 0.8, "× the bare statement"),
  GUARD_SELECT("policy guard, warm: SELECT 1", Than.AT_MOST, 0.03, "of its round trip's CPU"),
  GUARD_UPDATE("policy guard, warm: UPDATE", Than.AT_MOST, 2, "µs"),
  GROWTH_RESOURCES("pairs with 5M resources, time", Than.AT_MOST, 1.2, "× with 1k"),
  GROWTH_HISTORY("pairs with 10M history rows, time", Than.AT_MOST, 1.1, "× with none"),
  GROWTH_BLOAT("churn: size at the end", Than.AT_MOST, 1.2, "× at half-time"),
  MEMORY_LEASES("heap of 50,000 held leases", Than.AT_MOST, 50, "MB"),
  MEMORY_WAITERS("heap of 10,000 waiters", Than.AT_MOST, 25, "MB"),
  MEMORY_SERVICE("the idle service, resident", Than.AT_MOST, 200, "MB"),
  MEMORY_REFUSED("heap that 100,000 refused left", Than.AT_MOST, 1, "MB"),
  MEMORY_REFUSED_ROWS("rows that 100,000 refused left", Than.AT_MOST, 0, "rows");

  /** Which side of the limit is good. */
  public enum Than {
    AT_LEAST("≥"),
    AT_MOST("≤");

    final String sign;

    Than(String sign) {
      this.sign = sign;
    }
  }

  public final String scenario;
  public final Than than;
  public final double limit;
  public final String unit;

  Target(String scenario, Than than, double limit, String unit) {
    this.scenario = scenario;
    this.than = than;
    this.limit = limit;
    this.unit = unit;
  }

  public boolean isMet(double measured) {
    return than == Than.AT_LEAST ? measured >= limit : measured <= limit;
  }

  /** Such as "≥ 0.45 × bare UPDATE". */
  public String wanted() {
    return than.sign + " " + Table.number(limit) + " " + unit;
  }
}
