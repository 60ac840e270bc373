package dev.holdfast.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The packages of the server")
class LayersTest {
  /** Each may use those before it. */
  private static final List<String> ORDER =
      List.of("text", "child", "metrics", "watch", "http", "console", "cli");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  @DisplayName("use only those before them")
  void layers() {
    var rule = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String layer : ORDER) {
      rule = rule.layer(layer).definedBy("dev.holdfast.server." + layer + "..");
    }
    List<String> after = new ArrayList<>(ORDER);
    for (String layer : ORDER) {
      after.remove(layer);
      rule =
          after.isEmpty()
              ? rule.whereLayer(layer).mayNotBeAccessedByAnyLayer()
              : rule.whereLayer(layer).mayOnlyBeAccessedByLayers(after.toArray(String[]::new));
    }
    rule.check(CLASSES);
  }

  @Test
  @DisplayName("that observe and count know nothing of HTTP, and only one knows Vert.x")
  void vertx() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideOutsideOfPackage("dev.holdfast.server.http..")
        .should()
        .dependOnClassesThat(resideInAPackage("io.vertx.."))
        .check(CLASSES);
  }
}
