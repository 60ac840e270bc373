package dev.holdfast.examples.evalium;

import dev.holdfast.examples.support.ExampleConfiguration;
import dev.holdfast.examples.support.LoadStarter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

@SpringBootApplication
@Import(ExampleConfiguration.class)
public class EvaliumApplication {

  @Bean
  LoadStarter load() {
    return Load::start;
  }

  public static void main(String[] args) {
    SpringApplication.run(EvaliumApplication.class, args);
  }
}
