package dev.holdfast.torture.check;

import dev.holdfast.torture.history.History;
import dev.holdfast.torture.history.Kind;
import dev.holdfast.torture.history.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * D: each acknowledged value is in the final state, where that was read; versions and fences, of
 * which only the last is there, are not below the highest that was acknowledged.
 */
final class Survival implements Scan {

  private static final List<Kind> KEPT = List.of(Kind.WRITE, Kind.OUTSIDE, Kind.COMPLETE);
  private static final List<Kind> COUNTED = List.of(Kind.VERSION_UPDATE, Kind.ROW_UPDATE);

  @Override
  public List<Violation> violations(History history, Rules rules) {
    List<Violation> found = new ArrayList<>();
    KEPT.forEach(kind -> found.addAll(missing(Invariant.D, history, kind)));
    COUNTED.forEach(kind -> lowered(history, kind, found));
    fences(history, found);
    return found;
  }

  static List<Violation> missing(Invariant invariant, History history, Kind kind) {
    List<Violation> found = new ArrayList<>();
    Final state = Final.of(history, kind);
    history
        .byResource(kind)
        .forEach(
            (resource, all) -> {
              if (!state.isKnown(resource)) {
                return;
              }
              Set<Long> there =
                  state.present(resource).stream()
                      .map(o -> o.facts().value())
                      .collect(Collectors.toSet());
              all.stream()
                  .filter(o -> o.isOk() && !there.contains(o.facts().value()))
                  .forEach(
                      o ->
                          found.add(
                              new Violation(
                                  invariant,
                                  resource,
                                  "value %d was acknowledged and is missing at the end"
                                      .formatted(o.facts().value()),
                                  List.of(o, state.anyRead(resource)))));
            });
    return found;
  }

  private static void lowered(History history, Kind kind, List<Violation> found) {
    Final state = Final.of(history, kind);
    history
        .byResource(kind)
        .forEach(
            (resource, all) ->
                all.stream()
                    .filter(o -> o.isOk() && state.isKnown(resource))
                    .filter(o -> o.facts().value() > lastValue(state, resource))
                    .findFirst()
                    .ifPresent(
                        o ->
                            found.add(
                                new Violation(
                                    Invariant.D,
                                    resource,
                                    "%d was acknowledged, and at the end it is %d"
                                        .formatted(o.facts().value(), lastValue(state, resource)),
                                    List.of(o, state.anyRead(resource))))));
  }

  private static long lastValue(Final state, String resource) {
    return state.present(resource).stream().mapToLong(o -> o.facts().value()).max().orElse(0);
  }

  /** The final fence of a lease (READ_END of ACQUIRE) is not below one that was answered. */
  private static void fences(History history, List<Violation> found) {
    Final state = Final.of(history, Kind.ACQUIRE);
    history
        .byResource(Kind.ACQUIRE)
        .forEach(
            (resource, all) -> {
              if (!state.isKnown(resource)) {
                return;
              }
              Operation read = state.anyRead(resource);
              all.stream()
                  .filter(o -> o.isOk() && o.facts().fence() > read.facts().fence())
                  .findFirst()
                  .ifPresent(
                      o ->
                          found.add(
                              new Violation(
                                  Invariant.D,
                                  resource,
                                  "fence %d was granted, and at the end it is %d"
                                      .formatted(o.facts().fence(), read.facts().fence()),
                                  List.of(o, read))));
            });
  }
}
