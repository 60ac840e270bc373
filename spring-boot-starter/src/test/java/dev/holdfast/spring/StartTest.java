package dev.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** What can't work does not start, and says why. No database: nothing gets so far. */
class StartTest {

  static class Private {
    @Leased(resource = "x")
    private void it() {}

    void callIt() {
      it();
    }
  }

  static class Final {
    @Leased(resource = "x")
    public final void it() {}
  }

  static class Static {
    @Leased(resource = "x")
    public static void it() {}
  }

  static final class FinalClass {
    @Leased(resource = "x")
    public void it() {}
  }

  record OfRecord() {
    @RetryOnConflict
    public void it() {}
  }

  static class UnknownParameter {
    @Leased(resource = "invoice/#{#nr}")
    public void it(long id) {}
  }

  static class Unreadable {
    @Leased(resource = "invoice/#{#id")
    public void it(long id) {}
  }

  static class Nameless {
    @Leased(resource = " ")
    public void it() {}
  }

  static class PlainFuture {
    @Leased(resource = "x")
    public Future<String> it() {
      return CompletableFuture.completedFuture("");
    }
  }

  static class SkippedPrimitive {
    @Leased(resource = "x", onBusy = OnBusy.SKIP)
    public int it() {
      return 1;
    }
  }

  static class BadDuration {
    @Leased(resource = "x", ttl = "soon")
    public void it() {}
  }

  static class NegativeTtl {
    @Leased(resource = "x", ttl = "0s")
    public void it() {}
  }

  static class RetriedStage {
    @RetryOnConflict
    public CompletableFuture<String> it() {
      return CompletableFuture.completedFuture("");
    }
  }

  static class NoAttempts {
    @RetryOnConflict(attempts = -1)
    public void it() {}
  }

  static class WithoutDataSource {
    @Leased(resource = "x")
    public void it() {}
  }

  static class Plain {
    public void it() {}
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("an annotation that can have no effect fails the start")
  @ValueSource(
      strings = {
        "Private: it is private",
        "Final: it is final",
        "Static: it is static",
        "FinalClass: its class is final",
        "OfRecord: its class is final",
        "UnknownParameter: there is no parameter 'nr' (there are [id])",
        "Unreadable: can't be read",
        "Nameless: has no name",
        "PlainFuture: given back before the work is done",
        "SkippedPrimitive: can't with int",
        "BadDuration: ttl must be a duration such as",
        "NegativeTtl: a ttl is at least 1 ms",
        "RetriedStage: not done when it returns",
        "NoAttempts: attempts must be between 1",
        "WithoutDataSource: there is no DataSource"
      })
  void refused(String expectation) throws ClassNotFoundException {
    String[] parts = expectation.split(": ", 2);
    Class<?> bean = Class.forName(StartTest.class.getName() + "$" + parts[0]);
    assertThatThrownBy(() -> start(bean).close())
        .rootCause()
        .isInstanceOf(UnusableAnnotationException.class)
        .hasMessageContaining(parts[1])
        .hasMessageContaining(parts[0]);
  }

  @Test
  @DisplayName("beans without our annotations are left alone")
  void others() {
    try (AnnotationConfigApplicationContext context = start(Plain.class)) {
      assertThat(context.getBean(Plain.class).getClass()).isEqualTo(Plain.class);
    }
  }

  @Test
  @DisplayName("the failure report says what to do")
  void analysis() {
    UnusableAnnotationException cause = new UnusableAnnotationException("it is private", "open it");
    FailureAnalysis analysis = new StartFailureAnalyzer().analyze(new Exception(cause), cause);
    assertThat(analysis).isNotNull();
    assertThat(analysis.getAction()).contains("open it");
    assertThat(analysis.getDescription()).contains("it is private");
  }

  private static AnnotationConfigApplicationContext start(Class<?> bean) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.register(AnnotationAutoConfiguration.class, bean);
    try {
      context.refresh();
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
    return context;
  }
}
