package dev.holdfast.torture.fault;

import dev.holdfast.testkit.process.PgBouncer;
import dev.holdfast.torture.cluster.FakeClock;
import dev.holdfast.torture.cluster.Pair;
import dev.holdfast.torture.cluster.Servers;
import dev.holdfast.torture.cluster.SmallDisk;
import java.util.Optional;

/** What stands behind the processes, and what the machine needs for it. */
public enum Stage {
  PLAIN("one server"),
  POOLER("one server behind PgBouncer in transaction mode"),
  CLOCK("one server with a clock of its own"),
  DISK("one server on small disks"),
  SYNCHRONOUS("a primary and a synchronous standby"),
  ASYNCHRONOUS("a primary and an asynchronous standby");

  private final String description;

  Stage(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }

  /** What this machine lacks for it, in a sentence; empty: nothing. */
  public Optional<String> missing() {
    return switch (this) {
      case PLAIN -> Optional.empty();
      case POOLER ->
          unless(
              PgBouncer.program().isPresent(),
              "PgBouncer is not installed (Debian, Ubuntu: apt-get install pgbouncer)");
      case CLOCK ->
          unless(
              FakeClock.library().isPresent(),
              "libfaketime is not installed (Debian, Ubuntu: apt-get install libfaketime)");
      case DISK -> unless(SmallDisk.available(), "mounting a tmpfs needs root");
      case SYNCHRONOUS, ASYNCHRONOUS ->
          unless(
              Pair.available(),
              "PostgreSQL 15 with pg_rewind is not installed"
                  + " (Debian 12: apt-get install postgresql-15)");
    };
  }

  private static Optional<String> unless(boolean there, String complaint) {
    return there ? Optional.empty() : Optional.of(complaint);
  }

  Servers build() {
    return switch (this) {
      case PLAIN, POOLER -> Servers.plain();
      case CLOCK -> Servers.withFakeClock();
      case DISK -> Servers.onSmallDisks();
      case SYNCHRONOUS -> Servers.pair(true);
      case ASYNCHRONOUS -> Servers.pair(false);
    };
  }

  boolean hasPair() {
    return this == SYNCHRONOUS || this == ASYNCHRONOUS;
  }
}
