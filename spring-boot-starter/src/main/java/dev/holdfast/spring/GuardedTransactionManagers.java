package dev.holdfast.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/** Lets every transaction manager of the application tell the guard of what it begins. */
final class GuardedTransactionManagers implements BeanPostProcessor {

  private final ObjectProvider<TransactionGuard> guard;

  GuardedTransactionManagers(ObjectProvider<TransactionGuard> guard) {
    this.guard = guard;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    if (bean instanceof ConfigurableTransactionManager manager) {
      manager.addListener(new Late());
    }
    return bean;
  }

  /** The guard is needed for threads with a lease only: not before there is one. */
  private final class Late implements TransactionExecutionListener {
    @Override
    public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
      if (failure == null && CurrentLease.find().isPresent()) {
        guard.getObject().begun(transaction);
      }
    }
  }
}
