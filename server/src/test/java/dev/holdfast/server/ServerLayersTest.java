package dev.holdfast.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** text, child, metrics ← watch ← http ← console ← cli: a package uses only those left of it. */
class ServerLayersTest {
  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  @DisplayName("a package uses only those to its left")
  void layers() {
    uses("text");
    uses("child", "text");
    uses("metrics", "text");
    uses("watch", "text", "metrics");
    uses("http", "text", "metrics", "watch");
    uses("console", "text", "metrics", "watch", "http");
  }

  @Test
  @DisplayName("the observer knows nothing of HTTP, and metrics of no database")
  void observer() {
    noClasses()
        .that(resideInAPackage("dev.holdfast.server.watch"))
        .should()
        .dependOnClassesThat(resideInAPackage("io.vertx.."))
        .check(SERVER);
    noClasses()
        .that(resideInAPackage("dev.holdfast.server.metrics"))
        .should()
        .dependOnClassesThat(resideInAPackage("java.sql.."))
        .check(SERVER);
  }

  private static void uses(String user, String... used) {
    DescribedPredicate<JavaClass> allowed = resideInAPackage("dev.holdfast.server." + user);
    for (String each : used) {
      allowed = allowed.or(resideInAPackage("dev.holdfast.server." + each));
    }
    noClasses()
        .that(resideInAPackage("dev.holdfast.server." + user))
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.holdfast.server..").and(DescribedPredicate.not(allowed)))
        .check(SERVER);
  }
}
