package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import dev.holdfast.spring.HoldfastProperties.SchemaChoice;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * With {@code holdfast.schema=none} nothing of ours looks at the database at the start: what needs
 * a {@link Holdfast} is made when it is first used.
 */
final class LazyUnlessChecked implements BeanFactoryPostProcessor, EnvironmentAware {

  private static final String OWN = "holdfast";

  private boolean lazy;

  @Override
  public void setEnvironment(Environment environment) {
    lazy =
        Binder.get(environment)
            .bind("holdfast.schema", SchemaChoice.class)
            .map(SchemaChoice.NONE::equals)
            .orElse(false);
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    if (!lazy) {
      return;
    }
    for (String name : beans.getBeanDefinitionNames()) {
      String factory = beans.getBeanDefinition(name).getFactoryBeanName();
      if (name.startsWith(OWN) && factory != null && factory.startsWith("dev.holdfast.spring.")) {
        beans.getBeanDefinition(name).setLazyInit(true);
      }
    }
  }
}
