package dev.holdfast.spring;

import dev.holdfast.spring.HoldfastDataSource.DataSourceChoiceException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Annotations without effect, and a DataSource that can't be told. */
final class StartFailureAnalyzer extends AbstractFailureAnalyzer<IllegalStateException> {

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, IllegalStateException cause) {
    if (cause instanceof UnusableAnnotationException unusable) {
      return new FailureAnalysis(
          String.valueOf(cause.getMessage()), "To do: " + unusable.advice() + ".", cause);
    }
    if (cause instanceof DataSourceChoiceException) {
      return new FailureAnalysis(
          "Holdfast does not know which DataSource to use: " + cause.getMessage() + ".",
          "Set holdfast.data-source to the name of one of them, or mark one @Primary.",
          cause);
    }
    return null;
  }
}
