package dev.holdfast.examples.support;

import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.embedded.EmbeddedDatabase;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A PostgreSQL of the example's own, for as long as {@code spring.datasource.url} is not set. It
 * keeps its data in a directory, which survives restarts and which other processes may open too:
 * {@code holdfast serve --data} shows it in the console.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(
    name = "spring.datasource.url",
    havingValue = "embedded",
    matchIfMissing = true)
class EmbeddedDataSource {

  @Bean(destroyMethod = "close")
  EmbeddedDatabase embeddedDatabase(@Value("${HOLDFAST_DATA:.holdfast-data}") Path directory) {
    return EmbeddedDatabase.open(
        directory, LoggerFactory.getLogger(EmbeddedDataSource.class)::info);
  }

  /** A bean that needs another is closed before it: the pool before the server. */
  @Bean(destroyMethod = "close")
  HikariDataSource dataSource(EmbeddedDatabase database) {
    HikariDataSource pool = new HikariDataSource();
    pool.setDataSource(database.dataSource());
    return pool;
  }
}
