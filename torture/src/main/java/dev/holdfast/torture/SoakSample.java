package dev.holdfast.torture;

import dev.holdfast.torture.cluster.Instance;
import dev.holdfast.torture.workload.Crew;
import dev.holdfast.torture.workload.Figures;
import dev.holdfast.torture.workload.Job;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What everything takes up at one moment, by name. */
record SoakSample(Map<String, Long> figures) {
  // The journal and the items are ours and grow; what Holdfast keeps must not.
  private static final String ROWS =
      """
      select (select count(*) from pg_stat_activity where application_name like 'torture-%'),
             (select count(*) from holdfast.lease), (select count(*) from holdfast.waiter),
             (select count(*) from holdfast.past_lease), (select count(*) from holdfast.event)
      """;

  private static final List<String> NAMES =
      List.of("backends", "lease rows", "waiter rows", "past leases", "events");

  /** Below this a figure may double without being a leak. */
  private static final Map<String, Long> SMALL =
      Map.of("heap kB", 40_000L, "past leases", 40_000L, "events", 10_000L);

  static SoakSample of(Crew crew, Instance server) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (int i = 1; i < crew.size(); i++) {
      Figures figures = crew.figures(i);
      all.merge("threads", (long) figures.threads(), Math::max);
      all.merge("connections", (long) figures.connections(), Math::max);
      all.merge("heap kB", figures.heapKilobytes(), Math::max);
      all.merge("descriptors", (long) figures.descriptors(), Math::max);
    }
    try (Connection connection = server.source(Job.DATABASE).getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery(ROWS)) {
      row.next();
      for (int i = 0; i < NAMES.size(); i++) {
        all.put(NAMES.get(i), row.getLong(i + 1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the server's figures can't be read", e);
    }
    return new SoakSample(all);
  }

  /** What was clearly higher in the last third than in the first: half more, and not small. */
  static List<String> leaks(List<SoakSample> samples) {
    List<String> leaks = new ArrayList<>();
    int third = samples.size() / 3;
    if (third == 0) {
      return List.of("too few samples to tell: let it run for longer");
    }
    for (String name : samples.get(0).figures().keySet()) {
      long before = middle(samples.subList(0, third), name);
      long after = middle(samples.subList(samples.size() - third, samples.size()), name);
      if (after > before + before / 2 && after > SMALL.getOrDefault(name, 50L)) {
        leaks.add("%s rose from %d to %d".formatted(name, before, after));
      }
    }
    return leaks;
  }

  private static long middle(List<SoakSample> samples, String name) {
    List<Long> sorted =
        samples.stream().map(s -> s.figures().getOrDefault(name, 0L)).sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
