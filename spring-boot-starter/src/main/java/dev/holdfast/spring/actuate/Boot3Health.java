package dev.holdfast.spring.actuate;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** Health as Boot 3 has it. */
final class Boot3Health implements HealthIndicator {

  private final Wellbeing wellbeing;

  Boot3Health(Wellbeing wellbeing) {
    this.wellbeing = wellbeing;
  }

  @Override
  public Health health() {
    return Health.status(wellbeing.condition().name()).withDetails(wellbeing.details()).build();
  }
}
