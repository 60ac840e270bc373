package dev.holdfast.diagnosis;

import dev.holdfast.InvalidRequestException;
import dev.holdfast.internal.Names;
import dev.holdfast.lease.LeaseInfo;
import dev.holdfast.lease.Leases;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Looks at who holds, who waits and who is in the way. Reads only, each time on a connection of the
 * application's and within five seconds. Thread-safe.
 */
public final class Diagnosis {

  private final Looking looking;
  private final Leases leases;

  public Diagnosis(DataSource dataSource, Leases leases) {
    this.looking = new Looking(dataSource);
    this.leases = leases;
  }

  /** Everything that is known about one resource, and what would help. */
  public Why why(String resource) {
    InvalidRequestException.throwIf(Names.complaintOnResource(resource));
    Facts facts = new Facts(looking.ask("looking at " + resource, DiagnosisSql.GRAPH));
    Optional<LeaseInfo> lease = leases.find(resource);
    WaitGraph graph = GraphBuilder.of(facts);
    return new Why(
        resource,
        facts.at(),
        lease,
        facts.waiters(resource),
        Advising.onResource(resource, lease, graph),
        graph.cycles().stream()
            .map(WaitGraph.Cycle::nodes)
            .filter(nodes -> nodes.contains("lease:" + resource))
            .toList());
  }

  /**
   * Who waits for a resource, in the order of the queue. Of a process whose waits are younger than
   * half a second one waiter is known, whatever their number.
   */
  public List<Waiter> waiters(String resource) {
    InvalidRequestException.throwIf(Names.complaintOnResource(resource));
    return new Facts(looking.ask("looking for who waits", DiagnosisSql.WAITERS, resource))
        .waiters(resource);
  }

  /**
   * Who waits for whom, over leases and row locks, with circles and root blockers. What this role
   * may not see of other roles' sessions is not in it, and their labels say so.
   */
  public WaitGraph waitGraph() {
    return GraphBuilder.of(new Facts(looking.ask("looking at who waits", DiagnosisSql.GRAPH)));
  }
}
