package dev.holdfast.testkit.lockorder;

import dev.holdfast.policy.graph.HtmlReport;
import dev.holdfast.policy.graph.LockFinding;
import dev.holdfast.policy.graph.LockGraph;
import dev.holdfast.policy.graph.Replay;
import dev.holdfast.policy.graph.ReplayResult;
import dev.holdfast.policy.graph.TextReport;
import dev.holdfast.testkit.lockorder.LockOrder.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A run of tests: what of it was told already, and its report. */
final class Suite implements AutoCloseable {

  private static final ReplayResult GONE =
      new ReplayResult(ReplayResult.Outcome.NOT_CONFIRMED, "not tried: the database is gone");

  private final LockOrderSettings settings;
  private final Set<String> told = new HashSet<>();

  Suite(LockOrderSettings settings) {
    this.settings = settings;
    LockOrder.begin();
  }

  /** Fails the class with which a cycle became complete, once for each cycle. */
  synchronized void classEnded() {
    if (!settings.fails()) {
      return;
    }
    List<LockFinding> fresh = new ArrayList<>();
    for (Schema schema : LockOrder.schemas()) {
      LockGraph graph = graph(schema);
      graph.cycles().stream()
          .filter(cycle -> told.add(cycle.kind() + " " + cycle.tables()))
          .forEach(fresh::add);
    }
    if (!fresh.isEmpty()) {
      throw new AssertionError(
          "Transactions up to here could deadlock.\n"
              + TextReport.of(new LockGraph(List.of(), fresh, List.of(), true)));
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      List<Schema> schemas = LockOrder.schemas();
      for (int i = 0; i < schemas.size(); i++) {
        write(schemas.get(i), i == 0 ? "lock-order" : "lock-order-" + (i + 1));
      }
    } finally {
      LockOrder.end();
    }
  }

  private void write(Schema schema, String name) throws IOException {
    LockGraph graph = graph(schema);
    List<ReplayResult> replays = replays(schema, graph);
    Path directory = Files.createDirectories(settings.report());
    Files.writeString(directory.resolve(name + ".txt"), TextReport.of(graph, replays));
    Files.writeString(directory.resolve(name + ".html"), HtmlReport.of(graph, replays));
  }

  private List<ReplayResult> replays(Schema schema, LockGraph graph) {
    if (!settings.replays()) {
      return List.of();
    }
    if (schema.live() == null) {
      return Collections.nCopies(graph.findings().size(), GONE);
    }
    Replay replay = Replay.on(schema.live());
    return graph.findings().stream().map(replay::run).toList();
  }

  private LockGraph graph(Schema schema) {
    return LockGraph.of(schema.recorder(), schema.catalog(), settings.options());
  }
}
