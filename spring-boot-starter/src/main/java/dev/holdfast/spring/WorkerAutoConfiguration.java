package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Runs the workers that are beans. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnBean(Holdfast.class)
@EnableConfigurationProperties(WorkerProperties.class)
@ConditionalOnProperty(name = "holdfast.workers.enabled", matchIfMissing = true)
final class WorkerAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  Workers holdfastWorkers(
      ObjectProvider<Holdfast> holdfast,
      ObjectProvider<ClaimWork> claims,
      ObjectProvider<OutboxRelay> relays,
      ObjectProvider<JobWork> jobs,
      WorkerProperties properties) {
    return new Workers(holdfast::getObject, claims, relays, jobs, properties);
  }
}
