package dev.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.Cluster;
import dev.holdfast.policy.Policy;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An observed lock order")
class PolicyRoutesTest {
  private static final Policy POLICY =
      Policy.of(Cluster.of("sales", "orders", "items"), Cluster.of("stock", "bins"));

  @Test
  @DisplayName("violates the policy if it is the other way round, or crosses clusters")
  void violations() {
    assertThat(PolicyRoutes.violation(POLICY, "orders", "items")).isNull();
    assertThat(PolicyRoutes.violation(POLICY, "items", "items")).isNull();
    assertThat(PolicyRoutes.violation(POLICY, "items", "unknown")).isNull();
    assertThat(PolicyRoutes.violation(POLICY, "items", "orders"))
        .isEqualTo("orders comes before items in cluster sales");
    assertThat(PolicyRoutes.violation(POLICY, "orders", "bins")).contains("must not lock both");
  }
}
