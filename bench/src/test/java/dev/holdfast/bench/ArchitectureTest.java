package dev.holdfast.bench;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  @Test
  @DisplayName("packages depend only on those before them: report, measure, server, peer, scenario")
  void layers() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.holdfast.bench");

    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("report")
        .definedBy("dev.holdfast.bench.report")
        .layer("measure")
        .definedBy("dev.holdfast.bench.measure")
        .layer("server")
        .definedBy("dev.holdfast.bench.server")
        .layer("contender")
        .definedBy("dev.holdfast.bench.contender")
        .layer("peer")
        .definedBy("dev.holdfast.bench.peer")
        .layer("scenario")
        .definedBy("dev.holdfast.bench.scenario")
        .layer("page")
        .definedBy("dev.holdfast.bench.page")
        .layer("main")
        .definedBy("dev.holdfast.bench")
        .whereLayer("main")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("page")
        .mayOnlyBeAccessedByLayers("main")
        .whereLayer("scenario")
        .mayOnlyBeAccessedByLayers("main")
        .whereLayer("peer")
        .mayOnlyBeAccessedByLayers("scenario", "main")
        .whereLayer("contender")
        .mayOnlyBeAccessedByLayers("scenario", "page")
        .whereLayer("server")
        .mayOnlyBeAccessedByLayers("contender", "peer", "scenario")
        .whereLayer("measure")
        .mayOnlyBeAccessedByLayers("server", "contender", "peer", "scenario", "main")
        .check(classes);
  }
}
