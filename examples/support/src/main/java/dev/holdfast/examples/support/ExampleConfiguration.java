package dev.holdfast.examples.support;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.HoldfastSettings;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What an example imports: Holdfast on the application's DataSource, and what goes with it. */
@Configuration(proxyBeanMethods = false)
@Import({EmbeddedDataSource.class, ProblemAdvice.class, LoadOnDemand.class})
public class ExampleConfiguration {

  /** One a process. Closing it releases what is held; it creates its schema if that is missing. */
  @Bean(destroyMethod = "close")
  Holdfast holdfast(DataSource dataSource, ObjectProvider<HoldfastListener> listeners) {
    HoldfastSettings settings = HoldfastSettings.defaults();
    for (HoldfastListener listener : listeners) {
      settings = settings.withListener(listener);
    }
    return Holdfast.on(dataSource, settings);
  }
}
