package dev.holdfast.policy.graph;

import dev.holdfast.policy.graph.LockFinding.Kind;
import dev.holdfast.policy.sql.Catalog;
import dev.holdfast.policy.sql.LockAnalysis;
import dev.holdfast.policy.sql.RowKeys;
import dev.holdfast.policy.sql.SqlLocks;
import java.util.ArrayList;
import java.util.List;

/**
 * Which tables are locked after which, as recorded, and the deadlocks that could come of it.
 *
 * @param edges a sample of each kind
 * @param doubts what the analysis did not understand: locks may be missing there
 * @param complete whether no bound cut the search short
 */
public record LockGraph(
    List<LockEdge> edges, List<LockFinding> findings, List<String> doubts, boolean complete) {

  public LockGraph {
    edges = List.copyOf(edges);
    findings = List.copyOf(findings);
    doubts = List.copyOf(doubts);
  }

  public static LockGraph of(LockRecorder recorder, Catalog catalog, GraphOptions options) {
    LockGraph graph = of(recorder.transactions(), catalog, options);
    boolean whole = graph.complete && recorder.leftOut() == 0;
    return new LockGraph(graph.edges, graph.findings, graph.doubts, whole);
  }

  public static LockGraph of(
      List<RecordedTransaction> transactions, Catalog catalog, GraphOptions options) {
    Edges edges = new Edges();
    LockAnalysis analysis = SqlLocks.with(catalog);
    RowKeys keys = RowKeys.with(catalog);
    transactions.forEach(each -> new TransactionWalk(analysis, keys, edges, each).run());
    Gathering gathering = new Gathering(options);
    boolean all =
        new CycleSearch(edges, options, found -> gathering.add(Kind.TABLE_ORDER, found)).run();
    all &= new TableSearch(edges, options, gathering::add).run();
    for (LockEdge edge : edges.unordered()) {
      gathering.unordered(edge);
    }
    return new LockGraph(
        edges.kinds().stream().map(samples -> samples.get(0)).toList(),
        gathering.findings,
        edges.doubts(),
        all && edges.leftOut() == 0 && !gathering.full);
  }

  /** Those in which transactions wait for each other for sure, if they meet. */
  public List<LockFinding> cycles() {
    return findings.stream().filter(finding -> finding.kind().isCycle()).toList();
  }

  /** Findings, up to a bound. */
  private static final class Gathering {
    private final GraphOptions options;
    private final Fixes fixes;
    private final Gates gates;
    private final List<LockFinding> findings = new ArrayList<>();
    private boolean full;

    Gathering(GraphOptions options) {
      this.options = options;
      this.fixes = new Fixes(options.policy());
      this.gates = new Gates(options);
    }

    void add(Kind kind, List<LockEdge> edges) {
      if (findings.size() < options.most()) {
        findings.add(new LockFinding(kind, edges, fixes.of(kind, edges)));
      } else {
        full = true;
      }
    }

    void unordered(LockEdge edge) {
      List<LockEdge> twice = List.of(edge, edge);
      if (!options.isSingleton(edge.held().table()) && gates.isFeasible(twice)) {
        add(Kind.UNORDERED, twice);
      }
    }
  }
}
