package dev.holdfast;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.holdfast.support.Kept;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every public signature of the exported packages is kept: a change to the API is a decision. */
class PublicApiTest {

  private static final Set<String> EXPORTED =
      Set.of(
          "dev.holdfast",
          "dev.holdfast.claim",
          "dev.holdfast.lease",
          "dev.holdfast.outbox",
          "dev.holdfast.row",
          "dev.holdfast.schema",
          "dev.holdfast.transaction");

  @Test
  @DisplayName("the public API is the one that is kept in public-api.txt")
  void pinned() throws Exception {
    List<String> lines = new ArrayList<>();
    new ClassFileImporter()
        .importUrl(Holdfast.class.getProtectionDomain().getCodeSource().getLocation()).stream()
            .filter(type -> EXPORTED.contains(type.getPackageName()) && isOpen(type))
            .map(JavaClass::reflect)
            .forEach(type -> describe(type, lines));
    Kept.compare(
        "public-api.txt",
        String.join("\n", lines.stream().sorted().toList()) + "\n",
        "holdfast.updateApi");
  }

  private static boolean isOpen(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(PublicApiTest::isOpen).orElse(true);
  }

  private static void describe(Class<?> type, List<String> lines) {
    String name = type.getName();
    lines.add(name + ": " + Modifier.toString(type.getModifiers()) + " " + kind(type));
    for (Constructor<?> constructor : type.getConstructors()) {
      lines.add(name + ".new" + parameters(constructor));
    }
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
        lines.add(
            "%s.%s%s %s%s"
                .formatted(
                    name,
                    method.getName(),
                    parameters(method),
                    Modifier.isStatic(method.getModifiers()) ? "static " : "",
                    method.getGenericReturnType().getTypeName()));
      }
    }
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers())) {
        lines.add(name + "." + field.getName() + " " + field.getGenericType().getTypeName());
      }
    }
  }

  private static String kind(Class<?> type) {
    if (type.isRecord()) {
      return "record";
    }
    if (type.isEnum()) {
      return "enum";
    }
    String sealed = type.isSealed() ? "sealed " : "";
    return sealed + (type.isInterface() ? "interface" : "class");
  }

  private static String parameters(Executable executable) {
    return Arrays.stream(executable.getGenericParameterTypes())
        .map(java.lang.reflect.Type::getTypeName)
        .toList()
        .toString()
        .replace('[', '(')
        .replace(']', ')');
  }
}
