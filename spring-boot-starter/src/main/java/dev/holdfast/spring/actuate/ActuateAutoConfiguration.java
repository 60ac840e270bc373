package dev.holdfast.spring.actuate;

import dev.holdfast.Holdfast;
import dev.holdfast.spring.LeaseObserver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an application with the actuator gets; each part only where its classes are there. */
@AutoConfiguration(
    afterName = {
      "dev.holdfast.spring.HoldfastAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
    })
@ConditionalOnBean(Holdfast.class)
final class ActuateAutoConfiguration {

  private static final String HEALTH_ENABLED = "management.health.holdfast.enabled";

  @Bean
  @ConditionalOnMissingBean
  Wellbeing holdfastWellbeing() {
    return new Wellbeing();
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
  @ConditionalOnProperty(name = HEALTH_ENABLED, matchIfMissing = true)
  static class OnBoot3 {

    @Bean
    @ConditionalOnMissingBean(name = "holdfastHealthIndicator")
    Boot3Health holdfastHealthIndicator(Wellbeing wellbeing) {
      return new Boot3Health(wellbeing);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
  @ConditionalOnProperty(name = HEALTH_ENABLED, matchIfMissing = true)
  static class OnBoot4 {

    @Bean
    @ConditionalOnMissingBean(name = "holdfastHealthIndicator")
    Boot4Health holdfastHealthIndicator(Wellbeing wellbeing) {
      return new Boot4Health(wellbeing);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  static class Looking {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint
    HoldfastEndpoint holdfastEndpoint(ObjectProvider<Holdfast> holdfast) {
      return new HoldfastEndpoint(holdfast);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class Counting {

    @Bean
    @ConditionalOnMissingBean
    LeaseMetrics holdfastLeaseMetrics() {
      return new LeaseMetrics();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ObservationRegistry.class)
  @ConditionalOnBean(ObservationRegistry.class)
  static class Observing {

    @Bean
    @ConditionalOnMissingBean(LeaseObserver.class)
    ObservedLeases holdfastObservedLeases(ObservationRegistry registry) {
      return new ObservedLeases(registry);
    }
  }
}
