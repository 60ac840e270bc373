package dev.holdfast.bench.measure;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The CPU time that this process and its database server have used so far. A busy neighbour slows
 * every rate, and the few threads of one contender more than the many of another; it does not
 * change what an operation costs.
 *
 * @param client of the clients: this process, or those it started
 * @param server of the processes of the servers that are alive and ours
 */
public record Cpu(Duration client, Duration server) {

  /** At the start of a measurement: the client last, so that looking is not counted. */
  static Cpu before(long postmaster, List<ProcessHandle> servers, List<ProcessHandle> clients) {
    Duration server = used(all(postmaster, servers));
    return new Cpu(used(clients.stream()), server);
  }

  /** At its end: the client first. */
  static Cpu after(long postmaster, List<ProcessHandle> servers, List<ProcessHandle> clients) {
    Duration client = used(clients.stream());
    return new Cpu(client, used(all(postmaster, servers)));
  }

  Cpu since(Cpu before) {
    return new Cpu(client.minus(before.client), server.minus(before.server));
  }

  private static Stream<ProcessHandle> all(long postmaster, List<ProcessHandle> servers) {
    return Stream.concat(ProcessHandle.of(postmaster).stream(), servers.stream())
        .flatMap(handle -> Stream.concat(Stream.of(handle), handle.descendants()));
  }

  private static Duration used(Stream<ProcessHandle> processes) {
    return processes
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }
}
