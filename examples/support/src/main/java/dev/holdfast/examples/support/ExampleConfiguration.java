package dev.holdfast.examples.support;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.HoldfastSettings;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What an example imports: Holdfast on the application's DataSource, and what goes with it. */
@Configuration(proxyBeanMethods = false)
@Import({EmbeddedDataSource.class, ProblemAdvice.class, LoadOnDemand.class})
public class ExampleConfiguration {

  /**
   * One a process, under the application's name. Closing it releases what is held; it creates its
   * schema if that is missing.
   */
  @Bean(destroyMethod = "close")
  Holdfast holdfast(
      DataSource dataSource,
      ObjectProvider<HoldfastListener> listeners,
      @Value("${spring.application.name}") String name) {
    HoldfastSettings settings =
        HoldfastSettings.defaults().withHolder(name + "/" + ProcessHandle.current().pid());
    for (HoldfastListener listener : listeners) {
      settings = settings.withListener(listener);
    }
    return Holdfast.on(dataSource, settings);
  }
}
