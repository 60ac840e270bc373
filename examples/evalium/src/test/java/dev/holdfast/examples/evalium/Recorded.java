package dev.holdfast.examples.evalium;

import dev.holdfast.testkit.lockorder.LockOrder;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Puts the recorder of lock orders below the guard. */
@Configuration(proxyBeanMethods = false)
class Recorded implements BeanPostProcessor, Ordered {

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof DataSource pool ? LockOrder.observe(pool) : bean;
  }

  @Override
  public int getOrder() {
    return Ordered.LOWEST_PRECEDENCE - 1;
  }
}
