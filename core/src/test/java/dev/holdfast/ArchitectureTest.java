package dev.holdfast;

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
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * internal ← dev.holdfast ← transaction ← schema, row, version ← lease ← claim ← outbox ←
 * diagnosis: a package uses only those left of it.
 */
class ArchitectureTest {

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .importUrl(Holdfast.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  @DisplayName(
      "a package uses only those to its left; Holdfast, which puts all together, is exempt")
  void layers() {
    String[] ground = {"dev.holdfast.internal", "dev.holdfast", "dev.holdfast.transaction"};
    uses("dev.holdfast.internal");
    uses("dev.holdfast", "dev.holdfast.internal");
    uses("dev.holdfast.transaction", "dev.holdfast.internal", "dev.holdfast");
    uses("dev.holdfast.schema", ground);
    uses("dev.holdfast.row", ground);
    uses("dev.holdfast.version", ground);
    uses("dev.holdfast.lease", and(ground, "dev.holdfast.schema"));
    uses("dev.holdfast.claim", and(ground, "dev.holdfast.schema", "dev.holdfast.lease"));
    uses(
        "dev.holdfast.outbox",
        and(ground, "dev.holdfast.schema", "dev.holdfast.lease", "dev.holdfast.claim"));
    uses(
        "dev.holdfast.diagnosis",
        and(
            ground,
            "dev.holdfast.schema",
            "dev.holdfast.lease",
            "dev.holdfast.claim",
            "dev.holdfast.outbox"));
  }

  @Test
  @DisplayName("core needs the JDK, the PostgreSQL driver and annotations, nothing else")
  void dependencies() {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(
                DescribedPredicate.or(
                    resideInAPackage("dev.holdfast.."),
                    resideInAPackage("java.."),
                    resideInAPackage("javax.sql.."),
                    resideInAPackage("org.postgresql.."),
                    resideInAPackage("org.jspecify.."))))
        .check(CORE);
  }

  @Test
  @DisplayName("public types are final classes, records, enums, sealed or interfaces")
  void publicTypes() {
    classes()
        .that()
        .arePublic()
        .should(
            ArchCondition.from(
                describe(
                    "be final, an interface or sealed",
                    (JavaClass type) ->
                        type.getModifiers().contains(JavaModifier.FINAL)
                            || type.isInterface()
                            || type.isEnum()
                            || type.reflect().isSealed())))
        .check(CORE);
  }

  @Test
  @DisplayName("no file is longer than 400 lines, nine of ten are shorter than 250")
  void shortFiles() throws IOException {
    List<String> tooLong = new ArrayList<>();
    List<Long> lengths = new ArrayList<>();
    for (Path file : sources()) {
      long length = Files.readAllLines(file).size();
      lengths.add(length);
      if (length > 400) {
        tooLong.add(file + ": " + length);
      }
    }
    lengths.sort(null);
    assertThat(tooLong).isEmpty();
    assertThat(lengths.get(lengths.size() * 9 / 10)).isLessThan(250);
    assertThat(lengths.get(lengths.size() / 2)).isLessThan(80);
  }

  private static String[] and(String[] some, String... more) {
    return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
  }

  private static void uses(String user, String... used) {
    DescribedPredicate<JavaClass> allowed = resideInAPackage(user);
    for (String each : used) {
      allowed = allowed.or(resideInAPackage(each));
    }
    noClasses()
        .that(resideInAPackage(user).and(not(equivalentTo(Holdfast.class))))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.holdfast..").and(not(allowed)))
        .check(CORE);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
