package dev.holdfast.bench.measure;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The CPU time that this process and its database server have used so far. A busy neighbour slows
 * every rate, and the few threads of one contender more than the many of another; it does not
 * change what an operation costs.
 *
 * @param client of this process
 * @param server of the processes of the servers that are alive and ours
 */
public record Cpu(Duration client, Duration server) {

  public static Cpu now(long postmaster, List<ProcessHandle> servers) {
    Stream<ProcessHandle> all =
        Stream.concat(ProcessHandle.of(postmaster).stream(), servers.stream())
            .flatMap(handle -> Stream.concat(Stream.of(handle), handle.descendants()));
    return new Cpu(used(Stream.of(ProcessHandle.current())), used(all));
  }

  /** The same where the clients are other processes than this one. */
  public Cpu ofClients(List<ProcessHandle> clients) {
    return new Cpu(used(clients.stream()), server);
  }

  public Cpu since(Cpu before) {
    return new Cpu(client.minus(before.client), server.minus(before.server));
  }

  private static Duration used(Stream<ProcessHandle> processes) {
    return processes
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }
}
