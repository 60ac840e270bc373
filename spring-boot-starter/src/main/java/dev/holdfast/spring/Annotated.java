package dev.holdfast.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** The methods of a class that carry one of our annotations, and whether a proxy sees them. */
final class Annotated {

  private Annotated() {}

  /** Private and static ones too: so that they can be refused. */
  static List<Method> methods(Class<?> type, Class<? extends Annotation> annotation) {
    List<Method> found = new ArrayList<>();
    if (AnnotationUtils.isCandidateClass(type, annotation)) {
      ReflectionUtils.doWithMethods(
          type,
          found::add,
          method ->
              !method.isBridge()
                  && !method.isSynthetic()
                  && AnnotatedElementUtils.hasAnnotation(method, annotation));
    }
    return found;
  }

  /**
   * Checks that calls through a proxy of this class get to the annotation.
   *
   * @throws UnusableAnnotationException if they never would
   */
  static void checkInterceptable(
      Method method, Class<?> type, Class<? extends Annotation> annotation) {
    int modifiers = method.getModifiers();
    if (Modifier.isPrivate(modifiers)) {
      throw unusable(method, annotation, "it is private", "make it public");
    }
    if (Modifier.isStatic(modifiers)) {
      throw unusable(method, annotation, "it is static", "make it an instance method of a bean");
    }
    if (isOnAnInterface(method, type)) {
      return;
    }
    if (Modifier.isFinal(modifiers)) {
      throw unusable(method, annotation, "it is final", "remove final");
    }
    if (Modifier.isFinal(type.getModifiers())) {
      throw unusable(
          method,
          annotation,
          "its class is final and no interface declares it",
          "make the class open, or declare the method in an interface that is injected");
    }
  }

  /** A proxy by interfaces has the methods of these only. */
  static void checkVisibleOn(Object proxy, Method method, Class<? extends Annotation> annotation) {
    if (AopUtils.isJdkDynamicProxy(proxy) && !isOnAnInterface(method, proxy.getClass())) {
      throw unusable(
          method,
          annotation,
          "its bean is a proxy by interfaces, and none of them declares it",
          "declare it in the interface, or set spring.aop.proxy-target-class=true");
    }
  }

  static UnusableAnnotationException unusable(
      Method method, Class<? extends Annotation> annotation, String why, String advice) {
    return new UnusableAnnotationException(
        "@%s on %s has no effect: %s"
            .formatted(annotation.getSimpleName(), ClassUtils.getQualifiedMethodName(method), why),
        advice);
  }

  private static boolean isOnAnInterface(Method method, Class<?> type) {
    return ClassUtils.getAllInterfacesForClassAsSet(type).stream()
        .anyMatch(each -> ClassUtils.hasMethod(each, method.getName(), method.getParameterTypes()));
  }
}
