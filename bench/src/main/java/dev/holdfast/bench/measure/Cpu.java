package dev.holdfast.bench.measure;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * The CPU time that this process and its database server have used so far. A busy neighbour slows
 * every rate, and the few threads of one contender more than the many of another; it does not
 * change what an operation costs.
 *
 * @param client of this process
 * @param server of the server's processes that are alive; zero if it is not ours
 */
public record Cpu(Duration client, Duration server) {

  public static Cpu now(long postmaster) {
    return new Cpu(
        used(Stream.of(ProcessHandle.current())),
        ProcessHandle.of(postmaster)
            .map(handle -> used(Stream.concat(Stream.of(handle), handle.descendants())))
            .orElse(Duration.ZERO));
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
