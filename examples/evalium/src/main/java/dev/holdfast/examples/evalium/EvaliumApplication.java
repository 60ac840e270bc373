package dev.holdfast.examples.evalium;

import dev.holdfast.examples.support.ExampleConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

@SpringBootApplication
@Import(ExampleConfiguration.class)
public class EvaliumApplication {

  public static void main(String[] args) {
    SpringApplication.run(EvaliumApplication.class, args);
  }
}
