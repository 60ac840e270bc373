package dev.holdfast.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * Puts an interceptor around annotated methods, outside of all that is there:
 * {@code @Transactional}'s too, since proxies with advisors by order are made before. So the order
 * does not hang on numbers that an application may set otherwise. What comes later ({@code @Async})
 * goes around it: then the lease is taken by the thread that works.
 */
final class AnnotationProxies extends AbstractBeanFactoryAwareAdvisingPostProcessor {

  private static final long serialVersionUID = 1L;

  /** After retries, so around them: the lease is kept over all attempts. */
  static final int LEASES = Ordered.LOWEST_PRECEDENCE - 10;

  static final int RETRIES = Ordered.LOWEST_PRECEDENCE - 20;

  /** Reads what an annotation says, at the start, so that mistakes show then. */
  @FunctionalInterface
  interface Check {
    void accept(Method method, Class<?> type);
  }

  private final Class<? extends Annotation> annotation;
  private final transient Check check;

  AnnotationProxies(
      Class<? extends Annotation> annotation, MethodInterceptor interceptor, Check check) {
    this.annotation = annotation;
    this.check = check;
    this.advisor =
        new DefaultPointcutAdvisor(
            new AnnotationMatchingPointcut(null, annotation, true), interceptor);
    setBeforeExistingAdvisors(true);
    setProxyTargetClass(true);
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String beanName) {
    Class<?> type = ClassUtils.getUserClass(AopUtils.getTargetClass(bean));
    List<Method> methods = Annotated.methods(type, annotation);
    for (Method method : methods) {
      Annotated.checkInterceptable(method, type, annotation);
      check.accept(method, type);
    }
    Object proxy = super.postProcessAfterInitialization(bean, beanName);
    methods.forEach(method -> Annotated.checkVisibleOn(proxy, method, annotation));
    return proxy;
  }

  /** A final class can be stood in for by its interfaces only. */
  @Override
  protected ProxyFactory prepareProxyFactory(Object bean, String beanName) {
    ProxyFactory factory = super.prepareProxyFactory(bean, beanName);
    if (Modifier.isFinal(bean.getClass().getModifiers())) {
      factory.setProxyTargetClass(false);
    }
    return factory;
  }
}
