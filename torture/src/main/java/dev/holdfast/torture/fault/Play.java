package dev.holdfast.torture.fault;

import dev.holdfast.testkit.Eventually;
import dev.holdfast.testkit.process.PgBouncer;
import dev.holdfast.torture.check.Checker;
import dev.holdfast.torture.check.Clocks;
import dev.holdfast.torture.check.Invariant;
import dev.holdfast.torture.check.Rules;
import dev.holdfast.torture.cluster.Servers;
import dev.holdfast.torture.history.ClockWatch;
import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Recorder;
import dev.holdfast.torture.workload.Crew;
import dev.holdfast.torture.workload.Job;
import dev.holdfast.torture.workload.OutsideResource;
import dev.holdfast.torture.workload.Shape;
import dev.holdfast.torture.workload.Tables;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Plays the faults of one stage against processes at work, and has the history judged. */
public final class Play {
  private static final Duration DRAIN = Duration.ofMinutes(2);
  // A clock that was set ahead and back keeps leases for up to a minute longer.
  private static final Duration CLOCK_MARGIN = Duration.ofSeconds(66);

  private final Stage stage;
  private final List<Fault> faults;
  private final Plan plan;
  private final Consumer<String> progress;

  public Play(Stage stage, List<Fault> faults, Plan plan, Consumer<String> progress) {
    this.stage = stage;
    this.faults = List.copyOf(faults);
    this.plan = plan;
    this.progress = progress;
  }

  public Outcome run() throws Exception {
    progress.accept("stage: " + stage.description());
    try (Servers servers = stage.build();
        OutsideResource outside = new OutsideResource();
        Recorder recorder = Recorder.open(plan.directory().resolve("controller.history"))) {
      servers.current().sql("postgres", "create database " + Job.DATABASE);
      new Tables(servers.current().source(Job.DATABASE)).create();
      if (stage != Stage.POOLER) {
        return played(servers, servers.current().address(), outside, recorder);
      }
      try (PgBouncer pooler =
          PgBouncer.start(servers.current().address(), "postgres", PgBouncer.Mode.TRANSACTION)) {
        return played(servers, pooler.address(), outside, recorder);
      }
    }
  }

  @SuppressWarnings("try") // the watch is there to be there
  private Outcome played(
      Servers servers, InetSocketAddress address, OutsideResource outside, Recorder recorder)
      throws SQLException, IOException {
    Shape shape =
        new Shape(
            plan.seed(),
            Plan.TTL,
            plan.activities(),
            stage.hasPair(),
            stage == Stage.POOLER,
            plan.slip());
    List<String> complaints = new ArrayList<>();
    Schedule schedule;
    try (ClockWatch watch = ClockWatch.start(recorder, progress);
        Crew crew =
            Crew.start(plan.processes(), shape, address, outside.port(), plan.directory())) {
      Scene scene = new Scene(servers, crew, outside, new Random(plan.seed()));
      schedule = new Schedule(faults, scene, recorder, progress);
      schedule.play(plan.time());
      complaints.addAll(schedule.complaints());
      complaints.addAll(scene.complaints());
      end(crew, servers, complaints);
      crew.members().forEach(m -> aside(m.process().toString(), m.process().errors()));
    }
    Tables tables = new Tables(servers.current().source(Job.DATABASE));
    tables.readEnd(recorder, outside);
    Rules rules = rules();
    if (rules.invariants().contains(Invariant.C)) {
      complaints.addAll(tables.complaints());
    }
    progress.accept("checking; %d writes outside were refused".formatted(outside.refused()));
    History history = History.readDirectory(plan.directory());
    complaints.addAll(Renewals.lostFor(history, CrowdFaults.Exhausted.NUMBER));
    return new Outcome(history, rules, Checker.check(history, rules), schedule.tally(), complaints);
  }

  /** Lets what is there be worked off, as O demands, and the processes end in order. */
  private void end(Crew crew, Servers servers, List<String> complaints) {
    try {
      crew.quiet();
      Tables tables = new Tables(servers.current().source(Job.DATABASE));
      if (rules().invariants().contains(Invariant.O)) {
        Eventually.holds("all items and events are worked off", DRAIN, () -> tables.pending() == 0);
      }
      crew.end();
    } catch (AssertionError | RuntimeException e) {
      complaints.add("the end: " + e.getMessage());
    }
  }

  // What a process said on its standard error: for people, who will want to know.
  private void aside(String process, String errors) {
    List<String> lines = errors.lines().toList();
    lines
        .subList(Math.max(0, lines.size() - 2), lines.size())
        .forEach(line -> progress.accept(process + " said: " + line));
  }

  /** All that none of the faults suspends. */
  private Rules rules() {
    Rules rules = Rules.ALL;
    for (Fault fault : faults) {
      rules = rules.without(fault.suspended().toArray(Invariant[]::new));
    }
    return stage == Stage.CLOCK ? rules.withClocks(Clocks.WILD).withMargin(CLOCK_MARGIN) : rules;
  }
}
