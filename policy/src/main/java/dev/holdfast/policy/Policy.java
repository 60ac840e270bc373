package dev.holdfast.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which tables may be locked together, in which order, by whom. Immutable.
 *
 * <p>A policy may contradict itself; the lint says where. Where a table stands in two clusters, the
 * first counts.
 */
public final class Policy {

  /** What a policy says about itself for people: its title, and sections of prose. */
  public record Prose(About about, List<About> sections) {

    public static final Prose NONE = new Prose(About.NOTHING, List.of());

    public Prose {
      sections = List.copyOf(sections);
    }
  }

  private final Prose prose;
  private final List<Cluster> clusters;
  private final List<PolicyOperation> operations;
  private final Helpers helpers;
  private final List<Exemption> exemptions;

  /** By bare name: the guard asks for each lock of each statement. */
  private final Map<String, List<PlacedTable>> places = new HashMap<>();

  private Policy(
      Prose prose,
      List<Cluster> clusters,
      List<PolicyOperation> operations,
      Helpers helpers,
      List<Exemption> exemptions) {
    this.prose = prose;
    this.clusters = List.copyOf(clusters);
    this.operations = List.copyOf(operations);
    this.helpers = helpers;
    this.exemptions = List.copyOf(exemptions);
    Places.of(this.clusters).forEach((name, list) -> places.put(name, List.copyOf(list)));
  }

  /** A policy of these clusters, with no operations, helper rules or exemptions. */
  public static Policy of(Cluster... clusters) {
    return of(List.of(clusters));
  }

  public static Policy of(List<Cluster> clusters) {
    return new Policy(Prose.NONE, clusters, List.of(), Helpers.any(), List.of());
  }

  public Policy withProse(Prose newProse) {
    return new Policy(newProse, clusters, operations, helpers, exemptions);
  }

  public Policy withOperations(List<PolicyOperation> newOperations) {
    return new Policy(prose, clusters, newOperations, helpers, exemptions);
  }

  public Policy withHelpers(Helpers newHelpers) {
    return new Policy(prose, clusters, operations, newHelpers, exemptions);
  }

  public Policy withExemptions(List<Exemption> newExemptions) {
    return new Policy(prose, clusters, operations, helpers, newExemptions);
  }

  public Prose prose() {
    return prose;
  }

  public List<Cluster> clusters() {
    return clusters;
  }

  public List<PolicyOperation> operations() {
    return operations;
  }

  public Helpers helpers() {
    return helpers;
  }

  public List<Exemption> exemptions() {
    return exemptions;
  }

  /** Where a table stands; empty if the policy does not name it. */
  public Optional<PlacedTable> table(TableName name) {
    for (PlacedTable place : places.getOrDefault(name.name(), List.of())) {
      if (place.name().matches(name)) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  /** All tables with their places, cluster by cluster, each in lock order. */
  public List<PlacedTable> tables() {
    return Places.inOrder(clusters);
  }

  public Optional<Cluster> cluster(String name) {
    return clusters.stream().filter(cluster -> cluster.name().equals(name)).findFirst();
  }

  public Optional<PolicyOperation> operation(String name) {
    for (PolicyOperation operation : operations) {
      if (operation.name().equals(name)) {
        return Optional.of(operation);
      }
    }
    return Optional.empty();
  }
}
