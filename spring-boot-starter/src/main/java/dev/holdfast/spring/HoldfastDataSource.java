package dev.holdfast.spring;

import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * The DataSource that Holdfast is on: the one that transaction managers bind connections of.
 *
 * @param dataSource not a proxy that joins transactions by itself
 */
record HoldfastDataSource(DataSource dataSource) {

  HoldfastDataSource {
    while (dataSource instanceof TransactionAwareDataSourceProxy proxy
        && proxy.getTargetDataSource() != null) {
      dataSource = proxy.getTargetDataSource();
    }
  }

  /** The one with this name; without a name the only or the primary one. */
  static HoldfastDataSource choose(@Nullable String name, ListableBeanFactory beans) {
    if (name != null) {
      if (!beans.containsBean(name) || !beans.isTypeMatch(name, DataSource.class)) {
        throw new DataSourceChoiceException(
            "holdfast.data-source is '" + name + "', and no DataSource has that name", beans);
      }
      return new HoldfastDataSource(beans.getBean(name, DataSource.class));
    }
    try {
      return new HoldfastDataSource(((BeanFactory) beans).getBean(DataSource.class));
    } catch (NoUniqueBeanDefinitionException e) {
      throw new DataSourceChoiceException(
          "there are several DataSources, and none is primary", beans);
    }
  }

  /** Which DataSource is meant can't be told. */
  static final class DataSourceChoiceException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    DataSourceChoiceException(String what, ListableBeanFactory beans) {
      super(
          what
              + "; there are "
              + Map.copyOf(beans.getBeansOfType(DataSource.class)).keySet().stream()
                  .sorted()
                  .toList());
    }
  }
}
