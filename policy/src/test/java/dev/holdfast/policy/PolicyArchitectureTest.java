package dev.holdfast.policy;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;
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
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The model and sql ← file, lint, document, rules, jdbc, check.source ← check, guard, graph: each
 * package uses only some of those left of it.
 */
class PolicyArchitectureTest {

  private static final String ROOT = "dev.holdfast.policy";
  private static final JavaClasses POLICY =
      new ClassFileImporter()
          .importUrl(Policy.class.getProtectionDomain().getCodeSource().getLocation());

  private static final Map<String, List<String>> USES =
      Map.ofEntries(
          entry(ROOT, List.of()),
          entry(ROOT + ".sql", List.of(ROOT)),
          entry(ROOT + ".file", List.of(ROOT)),
          entry(ROOT + ".lint", List.of(ROOT)),
          entry(ROOT + ".document", List.of(ROOT)),
          entry(ROOT + ".rules", List.of(ROOT, ROOT + ".sql")),
          entry(ROOT + ".check.source", List.of(ROOT + ".sql")),
          entry(
              ROOT + ".check",
              List.of(ROOT, ROOT + ".sql", ROOT + ".rules", ROOT + ".check.source")),
          entry(ROOT + ".jdbc", List.of(ROOT + ".sql")),
          entry(ROOT + ".guard", List.of(ROOT, ROOT + ".sql", ROOT + ".rules", ROOT + ".jdbc")),
          entry(ROOT + ".graph", List.of(ROOT, ROOT + ".sql", ROOT + ".jdbc")));

  @Test
  @DisplayName("a package of the policy uses only those below it")
  void layers() {
    USES.forEach(PolicyArchitectureTest::uses);
    noClasses()
        .that(resideInAPackage(ROOT + ".sql"))
        .should()
        .dependOnClassesThat(resideInAPackage(ROOT).and(not(equivalentTo(TableName.class))))
        .check(POLICY);
    assertThat(POLICY.stream().map(JavaClass::getPackageName).distinct())
        .as("a new package has a place in this list")
        .containsExactlyInAnyOrderElementsOf(USES.keySet());
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

  private static void uses(String user, List<String> used) {
    DescribedPredicate<JavaClass> own = resideInAPackage(user);
    noClasses()
        .that(own)
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.holdfast..")
                .and(not(own))
                .and(not(resideInAnyPackage(used.toArray(String[]::new)))))
        .check(POLICY);
  }
}
