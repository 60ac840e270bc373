package dev.holdfast.spring.actuate;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Health as Boot 4 has it: another package. */
final class Boot4Health implements HealthIndicator {

  private final Wellbeing wellbeing;

  Boot4Health(Wellbeing wellbeing) {
    this.wellbeing = wellbeing;
  }

  @Override
  public Health health() {
    return Health.status(wellbeing.condition().name()).withDetails(wellbeing.details()).build();
  }
}
