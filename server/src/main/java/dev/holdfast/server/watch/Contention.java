package dev.holdfast.server.watch;

import dev.holdfast.InvalidRequestException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** How much was waited, and how often refused, by group of resources and time. */
public final class Contention {
  private static final int MOST_STEPS = 1_440;

  private final Reads reads;

  Contention(DataSource dataSource) {
    this.reads = new Reads(dataSource);
  }

  /**
   * A heat map.
   *
   * @param from where the first step begins: a full minute
   * @param to where the last one ends
   * @param step how long a step is: minutes
   * @param groups the fifty with the most waiting, by name
   */
  public record HeatMap(Instant from, Instant to, Duration step, List<Group> groups) {
    public HeatMap {
      groups = List.copyOf(groups);
    }
  }

  /** A number a step of each. */
  public record Group(String name, List<Double> waitSeconds, List<Long> refusals) {
    public Group {
      waitSeconds = List.copyOf(waitSeconds);
      refusals = List.copyOf(refusals);
    }
  }

  private record Cell(String group, int step, double waitSeconds, long refusals) {}

  /** Of groups all of whose names start with an allowed prefix. */
  public HeatMap between(Instant from, Instant to, Duration step, List<String> allowed) {
    Instant start = from.truncatedTo(ChronoUnit.MINUTES);
    int steps = steps(start, to, step);
    Map<String, List<Cell>> groups = new LinkedHashMap<>();
    reads
        .all(
            "reading contention",
            WatchSql.CONTENTION,
            row -> new Cell(row.getString(1), row.getInt(2), row.getDouble(3), row.getLong(4)),
            Reads.Column.ofTexts(allowed),
            start,
            to,
            (int) step.toSeconds())
        .forEach(cell -> groups.computeIfAbsent(cell.group(), g -> new ArrayList<>()).add(cell));
    return new HeatMap(
        start,
        start.plus(step.multipliedBy(steps)),
        step,
        groups.entrySet().stream().map(e -> group(e.getKey(), e.getValue(), steps)).toList());
  }

  private static int steps(Instant from, Instant to, Duration step) {
    if (step.toSeconds() < 60 || step.toSeconds() % 60 != 0 || step.toNanosPart() != 0) {
      throw new InvalidRequestException("a step is one or more full minutes, not " + step);
    }
    if (!from.isBefore(to)) {
      throw new InvalidRequestException("from must be before to, not " + from + " and " + to);
    }
    long seconds = Duration.between(from, to).toSeconds();
    long steps = Math.max(1, (seconds + step.toSeconds() - 1) / step.toSeconds());
    if (steps > MOST_STEPS) {
      throw new InvalidRequestException(
          "at most " + MOST_STEPS + " steps, not " + steps + ": ask for longer ones");
    }
    return (int) steps;
  }

  private static Group group(String name, List<Cell> cells, int steps) {
    Double[] waited = new Double[steps];
    Long[] refused = new Long[steps];
    Arrays.fill(waited, 0.0);
    Arrays.fill(refused, 0L);
    for (Cell cell : cells) {
      if (cell.step() >= 0 && cell.step() < steps) {
        waited[cell.step()] = cell.waitSeconds();
        refused[cell.step()] = cell.refusals();
      }
    }
    return new Group(name, List.of(waited), List.of(refused));
  }
}
