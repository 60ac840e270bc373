package dev.holdfast.policy;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
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

/** sql ← policy, jdbc, check.source ← check, guard ← graph: each uses only those left of it. */
class PolicyArchitectureTest {

  private static final String ROOT = "dev.holdfast.policy";
  private static final JavaClasses POLICY =
      new ClassFileImporter()
          .importUrl(Policy.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  @DisplayName("a package of the policy uses only those to its left")
  void layers() {
    uses(ROOT + ".sql", equivalentTo(TableName.class));
    uses(ROOT, resideInAPackage(ROOT + ".sql"));
    DescribedPredicate<JavaClass> ground =
        resideInAPackage(ROOT).or(resideInAPackage(ROOT + ".sql"));
    uses(ROOT + ".check.source", resideInAPackage(ROOT + ".sql"));
    uses(ROOT + ".check", ground.or(resideInAPackage(ROOT + ".check.source")));
    uses(ROOT + ".jdbc", resideInAPackage(ROOT + ".sql"));
    DescribedPredicate<JavaClass> observed = ground.or(resideInAPackage(ROOT + ".jdbc"));
    uses(ROOT + ".guard", observed);
    uses(
        ROOT + ".graph",
        observed.or(resideInAPackage(ROOT + ".check")).or(resideInAPackage(ROOT + ".guard")));
  }

  @Test
  @DisplayName("public types of the policy are final classes, records, enums, sealed or interfaces")
  void publicTypes() {
    classes()
        .that()
        .arePublic()
        .should(
            ArchCondition.from(
                describe(
                    "be final, an interface, an annotation or sealed",
                    (JavaClass type) ->
                        type.getModifiers().contains(JavaModifier.FINAL)
                            || type.isInterface()
                            || type.isEnum()
                            || type.reflect().isSealed())))
        .check(POLICY);
  }

  @Test
  @DisplayName("no file of the policy is longer than 400 lines, nine of ten are shorter than 250")
  void shortFiles() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      List<Integer> lengths =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .map(PolicyArchitectureTest::length)
              .sorted()
              .toList();
      assertThat(lengths.get(lengths.size() - 1)).isLessThanOrEqualTo(400);
      assertThat(lengths.get(lengths.size() * 9 / 10)).isLessThan(250);
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

  private static void uses(String user, DescribedPredicate<JavaClass> used) {
    noClasses()
        .that(resideInAPackage(user))
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.holdfast..").and(not(used)).and(not(resideInAPackage(user))))
        .allowEmptyShould(true)
        .check(POLICY);
  }
}
