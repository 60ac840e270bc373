package dev.holdfast.spring;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The starter ← web, actuate; what only one line of Boot has is seen by one class each. */
class StarterArchitectureTest {

  private static final String ROOT = "dev.holdfast.spring";
  private static final JavaClasses STARTER =
      new ClassFileImporter()
          .importUrl(Leased.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  @DisplayName("the starter's root needs neither web nor actuator, and these not each other")
  void layers() {
    noClasses()
        .that()
        .resideInAPackage(ROOT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            ROOT + ".web..",
            ROOT + ".actuate..",
            "org.springframework.web..",
            "org.springframework.http..",
            "org.springframework.boot.actuate..",
            "io.micrometer..",
            "jakarta..")
        .check(STARTER);
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".web")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".actuate")
        .check(STARTER);
  }

  @Test
  @DisplayName("what moved between Boot 3 and Boot 4 is used by the class of that line only")
  void oneJar() {
    noClasses()
        .that()
        .doNotHaveSimpleName("Boot3Health")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.springframework.boot.actuate.health..")
        .check(STARTER);
    noClasses()
        .that()
        .doNotHaveSimpleName("Boot4Health")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.springframework.boot.health..")
        .check(STARTER);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.springframework.boot.autoconfigure.jdbc..",
            "org.springframework.boot.autoconfigure.orm..",
            "org.springframework.boot.autoconfigure.web..",
            "org.springframework.boot.autoconfigure.transaction..",
            "org.springframework.boot.actuate.autoconfigure.metrics..",
            "org.springframework.boot.actuate.autoconfigure.health..",
            "org.springframework.boot.actuate.autoconfigure.observation..")
        .check(STARTER);
  }

  @Test
  @DisplayName("public types are final classes, records, enums, annotations or interfaces")
  void publicTypes() {
    classes()
        .that()
        .arePublic()
        .should(
            ArchCondition.from(
                describe(
                    "be final, an interface, an annotation or an enum",
                    (JavaClass type) ->
                        type.getModifiers().contains(JavaModifier.FINAL)
                            || type.isInterface()
                            || type.isEnum())))
        .check(STARTER);
  }

  @Test
  @DisplayName("files are short")
  void shortFiles() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      List<Integer> lengths =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(StarterArchitectureTest::length)
              .sorted()
              .toList();
      assertThat(lengths.get(lengths.size() - 1)).isLessThan(250);
      assertThat(lengths.get(lengths.size() / 2)).isLessThan(80);
    }
  }

  private static int length(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
