package dev.holdfast.server.demo;

import java.time.Duration;

/** Actors who do it well: short work under a lease, patience, renewals. */
final class Offices {

  private static final Duration TTL = Duration.ofSeconds(20);

  private Offices() {}

  /** Many orders, few at once: contention that comes and goes. */
  static void clerk(Stage stage) throws Exception {
    String order = "order/" + (100 + stage.random().nextInt(12));
    Duration wait = Duration.ofSeconds(5);
    stage.under(order, stage.options(TTL, wait), lease -> stage.work(80, 900));
    stage.work(50, 600);
  }

  /** One invoice that everybody wants. */
  static void cashier(Stage stage) throws Exception {
    Duration wait = Duration.ofSeconds(30);
    stage.under("invoice/7", stage.options(TTL, wait), lease -> stage.work(1_500, 4_000));
    stage.work(200, 1_200); // the next in the queue has it meanwhile
  }

  /** A long job that renews its lease by itself. */
  static void nightWatch(Stage stage) throws Exception {
    Duration ttl = Duration.ofSeconds(10);
    stage.under("nightly/backup", stage.options(ttl, ttl), lease -> stage.work(40_000, 70_000));
    stage.work(5_000, 10_000);
  }

  /** Looks whether it may begin, and is told no most of the time. */
  static void apprentice(Stage stage) throws Exception {
    Duration none = Duration.ZERO;
    stage.under("nightly/backup", stage.options(TTL, none), lease -> stage.work(100, 200));
    stage.work(2_000, 4_000);
  }
}
