package dev.holdfast.torture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.holdfast.torture.history.History;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** history ← check ← mutant; the judge knows nothing of how a run is made. */
class TortureArchitectureTest {

  private static final String ROOT = "dev.holdfast.torture";
  private static final JavaClasses TORTURE =
      new ClassFileImporter()
          .importUrl(History.class.getProtectionDomain().getCodeSource().getLocation());

  @Test
  @DisplayName("the record and the judge use nothing of Holdfast's, and nothing that makes runs")
  void layers() {
    uses("history");
    uses("check", "history");
    uses("mutant", "check", "history", "..embedded..", "..schema..");
    uses("fuzz", "..embedded..", "..schema..", "..policy..", "..server..", "..internal..");
  }

  private static void uses(String name, String... others) {
    List<String> allowed = new ArrayList<>(List.of(ROOT + "." + name, "java..", "javax.sql.."));
    allowed.add("org.jspecify..");
    for (String other : others) {
      allowed.add(other.startsWith("..") ? "dev.holdfast" + other : ROOT + "." + other);
    }
    if (name.equals("fuzz")) {
      allowed.add("dev.holdfast");
      allowed.add("org.postgresql.."); // the embedded server's data source
    }
    classes()
        .that()
        .resideInAPackage(ROOT + "." + name)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed.toArray(String[]::new))
        .check(TORTURE);
  }
}
