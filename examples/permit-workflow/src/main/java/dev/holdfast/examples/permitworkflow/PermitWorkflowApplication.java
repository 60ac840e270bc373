package dev.holdfast.examples.permitworkflow;

import dev.holdfast.examples.support.ExampleConfiguration;
import dev.holdfast.examples.support.LoadStarter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** The permit workflow. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(WorkflowSettings.class)
@Import(ExampleConfiguration.class)
public class PermitWorkflowApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(PermitWorkflowApplication.class, arguments);
  }

  @Bean
  LoadStarter load() {
    return Load::start;
  }
}
