package dev.holdfast.examples.processengine;

import dev.holdfast.examples.support.ExampleConfiguration;
import dev.holdfast.examples.support.LoadStarter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The process engine. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(ProcessSettings.class)
@Import(ExampleConfiguration.class)
public class ProcessEngineApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(ProcessEngineApplication.class, arguments);
  }

  @Bean
  @ConditionalOnMissingBean
  TaskWork taskWork(ProcessSettings settings) {
    return new SlowWork(settings.taskDuration());
  }

  @Bean
  LoadStarter load() {
    return Load::start;
  }
}
