package dev.holdfast.torture.fuzz;

import dev.holdfast.policy.file.PolicyFileException;
import dev.holdfast.policy.file.PolicyReader;
import java.util.List;

/** The reader of policy files: a policy, or problems with their places. */
public final class PolicyTarget implements Target {

  @Override
  public List<String> seeds() {
    return List.of(
        """
        holdfast-policy: 1
        title: The demo's lock order
        note: Parents before their children.

        clusters:
          shop:
            order: listed
            tables:
              - demo.customers
              - demo.orders
              - name: demo.items
                note: many
          stock:
            order: alphabetical
            alone: true
            tables: [demo.shelves, demo.warehouses]
        """,
        """
        holdfast-policy: 1
        clusters:
          A: &a
            title: "one"
            order: alphabetical
            tables: [a, b, "c.d"]
          B:
            <<: *a
            note: >-
              folded
              text
        """);
  }

  @Override
  public void feed(String input) {
    try {
      PolicyReader.parse(input, "fuzz.yaml");
    } catch (PolicyFileException e) {
      if (e.problems().isEmpty() || e.problems().get(0).toString().isBlank()) {
        throw new SilenceException("refused without a problem");
      }
    }
  }
}
