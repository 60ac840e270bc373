package dev.holdfast.spring;

import dev.holdfast.lease.Leases;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * {@link Leased} and {@link RetryOnConflict}. Post-processors come before all other beans: what
 * they need is fetched at the first call, so that no DataSource is made too early. They are there
 * without a DataSource too: an annotation without effect must not go unnoticed.
 */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass(DataSourceUtils.class)
@EnableConfigurationProperties({LeaseProperties.class, RetryProperties.class})
final class AnnotationAutoConfiguration {

  @Bean
  static AnnotationProxies holdfastLeaseProxies(ConfigurableListableBeanFactory beans) {
    LeasedMethods methods = new LeasedMethods(new Texts(beans), once(beans, LeaseProperties.class));
    LeasedInterceptor interceptor =
        new LeasedInterceptor(
            methods,
            once(beans, Leases.class),
            once(beans, TransactionGuard.class),
            () ->
                beans
                    .getBeanProvider(LeaseObserver.class)
                    .getIfAvailable(() -> LeaseObserver.NONE));
    AnnotationProxies proxies =
        new AnnotationProxies(
            Leased.class,
            interceptor,
            (method, type) -> {
              methods.of(method, type);
              if (beans.getBeanNamesForType(Leases.class, true, false).length == 0) {
                throw Annotated.unusable(
                    method,
                    Leased.class,
                    "there is no DataSource",
                    "configure spring.datasource.*");
              }
            });
    proxies.setOrder(AnnotationProxies.LEASES);
    return proxies;
  }

  @Bean
  static AnnotationProxies holdfastRetryProxies(ConfigurableListableBeanFactory beans) {
    RetryMethods methods = new RetryMethods(new Texts(beans), once(beans, RetryProperties.class));
    AnnotationProxies proxies =
        new AnnotationProxies(RetryOnConflict.class, new RetryInterceptor(methods), methods::of);
    proxies.setOrder(AnnotationProxies.RETRIES);
    return proxies;
  }

  @Bean
  static GuardedTransactionManagers holdfastGuardedTransactionManagers(
      ObjectProvider<TransactionGuard> guard) {
    return new GuardedTransactionManagers(guard);
  }

  private static <T> Supplier<T> once(BeanFactory beans, Class<T> type) {
    return SingletonSupplier.of(() -> beans.getBeanProvider(type).getObject())::obtain;
  }
}
