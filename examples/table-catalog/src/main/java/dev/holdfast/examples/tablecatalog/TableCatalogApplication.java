package dev.holdfast.examples.tablecatalog;

import dev.holdfast.examples.support.ExampleConfiguration;
import dev.holdfast.examples.support.LoadStarter;
import dev.holdfast.transaction.TransactionOptions;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** The table catalog. */
@SpringBootApplication(proxyBeanMethods = false)
@Import(ExampleConfiguration.class)
public class TableCatalogApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(TableCatalogApplication.class, arguments);
  }

  @Bean
  TransactionOptions lockOptions(Environment environment) {
    return CatalogSettings.options(environment);
  }

  @Bean
  LoadStarter load() {
    return Load::start;
  }
}
