package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastListener;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.diagnosis.Diagnosis;
import dev.holdfast.lease.Leases;
import dev.holdfast.outbox.Outbox;
import dev.holdfast.row.Rows;
import dev.holdfast.transaction.TransactionOptions;
import dev.holdfast.transaction.Transactions;
import dev.holdfast.version.Versions;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DataSourceUtils;

/**
 * {@link Holdfast} on the application's DataSource, opened after Flyway, Liquibase and scripts have
 * run, closed before the DataSource is; and its parts, to be injected.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@ConditionalOnClass({DataSource.class, DataSourceUtils.class})
@ConditionalOnBean(DataSource.class)
@EnableConfigurationProperties({HoldfastProperties.class, TransactionProperties.class})
final class HoldfastAutoConfiguration {

  @Bean
  static LazyUnlessChecked holdfastLaziness() {
    return new LazyUnlessChecked();
  }

  @Bean
  @ConditionalOnMissingBean
  HoldfastDataSource holdfastDataSource(HoldfastProperties properties, ListableBeanFactory beans) {
    return HoldfastDataSource.choose(properties.dataSource(), beans);
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  Holdfast holdfast(
      HoldfastDataSource dataSource,
      HoldfastProperties properties,
      ObjectProvider<HoldfastListener> listeners) {
    HoldfastSettings settings = properties.settings();
    for (HoldfastListener listener : listeners.orderedStream().toList()) {
      settings = settings.withListener(listener);
    }
    return Holdfast.on(dataSource.dataSource(), settings);
  }

  // The parts are closed with the whole, not by themselves.

  @Bean(destroyMethod = "")
  @ConditionalOnMissingBean
  Leases holdfastLeases(Holdfast holdfast) {
    return holdfast.leases();
  }

  @Bean(destroyMethod = "")
  @ConditionalOnMissingBean
  Transactions holdfastTransactions(Holdfast holdfast) {
    return holdfast.transactions();
  }

  @Bean
  @ConditionalOnMissingBean
  TransactionOptions holdfastTransactionOptions(TransactionProperties properties) {
    return properties.options();
  }

  @Bean
  @ConditionalOnMissingBean
  Versions holdfastVersions(Holdfast holdfast) {
    return holdfast.versions();
  }

  @Bean
  @ConditionalOnMissingBean
  Rows holdfastRows(Holdfast holdfast) {
    return holdfast.rows();
  }

  @Bean
  @ConditionalOnMissingBean
  Outbox holdfastOutbox(Holdfast holdfast) {
    return holdfast.outbox();
  }

  @Bean
  @ConditionalOnMissingBean
  Diagnosis holdfastDiagnosis(Holdfast holdfast) {
    return holdfast.diagnosis();
  }

  @Bean
  @ConditionalOnMissingBean
  CurrentTransaction holdfastCurrentTransaction(HoldfastDataSource dataSource, Outbox outbox) {
    return new CurrentTransaction(dataSource.dataSource(), outbox);
  }

  @Bean
  @ConditionalOnMissingBean
  TransactionGuard holdfastTransactionGuard(HoldfastDataSource dataSource) {
    return new TransactionGuard(dataSource.dataSource());
  }
}
