package dev.holdfast.torture.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All faults, by their numbers. */
public final class Catalogue {
  /** How many there are. */
  public static final int SIZE = 26;

  private Catalogue() {}

  /** Number 17 is there twice, on two stages. */
  public static List<Fault> all() {
    Fault killProcess = new ProcessFaults.Kill();
    Fault pause = new ProcessFaults.Pause();
    Fault killBackend = new ServerFaults.KillBackend();
    Fault killServer = new ServerFaults.Kill();
    Fault swallow = new NetworkFaults.SwallowCommit();
    List<Fault> all =
        new ArrayList<>(List.of(killProcess, pause, killBackend, killServer, swallow));
    all.addAll(
        List.of(
            new ProcessFaults.PauseInGuard(),
            new ProcessFaults.Starve(),
            new ServerFaults.Stop(),
            new ServerFaults.Freeze(),
            new NetworkFaults.HalfOpen(),
            new NetworkFaults.Delay(),
            new NetworkFaults.OneWay()));
    all.addAll(
        List.of(
            new FailoverFaults.Asynchronous(),
            new FailoverFaults.Synchronous(),
            new FailoverFaults.CancelledWait(),
            new FailoverFaults.KilledInWait(),
            new OldPrimary(Stage.SYNCHRONOUS),
            new OldPrimary(Stage.ASYNCHRONOUS),
            new ClockFault(),
            new DiskFault()));
    all.addAll(
        List.of(
            new CrowdFaults.Exhausted(),
            new CrowdFaults.IdleTransaction(),
            new CrowdFaults.OppositeOrder(),
            new SessionFaults.KillListener(),
            new SessionFaults.Isolation()));
    all.add(
        new OneOf(
            23, "behind PgBouncer", Stage.POOLER, List.of(killProcess, killBackend, swallow)));
    all.add(
        new OneOf.UnderWay(
            26,
            "outbox and claims",
            List.of(killProcess, pause, killBackend, killServer, swallow)));
    return all;
  }

  /** Those with these numbers. */
  public static List<Fault> of(Set<Integer> numbers) {
    return all().stream().filter(f -> numbers.contains(f.number())).collect(Collectors.toList());
  }

  /** From a list such as {@code 1,6,18}, or {@code all}. */
  public static Set<Integer> numbers(String list) {
    if (list.equals("all")) {
      return IntStream.rangeClosed(1, SIZE).boxed().collect(Collectors.toCollection(TreeSet::new));
    }
    Set<Integer> numbers = new TreeSet<>();
    for (String word : list.split(",", -1)) {
      int number = Integer.parseInt(word.strip());
      if (number < 1 || number > SIZE) {
        throw new IllegalArgumentException("faults have numbers from 1 to " + SIZE);
      }
      numbers.add(number);
    }
    return numbers;
  }
}
