package dev.holdfast.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Holdfast;
import dev.holdfast.policy.sql.SqlLocks;
import dev.holdfast.policy.sql.StatementLocks;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Applications let the policy's guard see all statements, the library's own among them. */
class OwnStatementsTest {

  @Test
  @DisplayName("P8: the analysis can read every statement of the library")
  void canBeRead() throws Exception {
    Map<String, List<String>> doubts = new TreeMap<>();
    int read = 0;
    for (Class<?> type : statementClasses()) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == String.class) {
          field.setAccessible(true);
          String sql = (String) field.get(null);
          if (sql != null && isWhole(sql)) {
            read++;
            List<String> found = doubts(sql);
            if (!found.isEmpty()) {
              doubts.put(type.getSimpleName() + "." + field.getName(), found);
            }
          }
        }
      }
    }
    assertThat(read).isGreaterThan(20);
    assertThat(doubts).isEmpty();
  }

  /** Not one with places for the application's names: those that run are seen by the guard. */
  private static boolean isWhole(String sql) {
    return sql.strip().matches("(?s)(?:select|with|insert|update|delete|begin|commit)\\b.*")
        && !sql.contains("{")
        && !sql.contains("%s");
  }

  private static List<String> doubts(String sql) {
    List<String> doubts = new ArrayList<>();
    for (StatementLocks statement : SqlLocks.plain().of(sql)) {
      doubts.addAll(statement.doubts());
    }
    return doubts;
  }

  private static List<Class<?>> statementClasses() throws Exception {
    URI place = Holdfast.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    Path path = Path.of(place);
    if (Files.isDirectory(path)) {
      return classesIn(path);
    }
    try (FileSystem jar = FileSystems.newFileSystem(path)) {
      return classesIn(jar.getPath("/"));
    }
  }

  private static List<Class<?>> classesIn(Path root)
      throws IOException, ClassNotFoundException, URISyntaxException {
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(f -> f.toString().endsWith("Sql.class")).toList()) {
        String name = root.relativize(file).toString().replace('/', '.');
        found.add(Class.forName(name.substring(0, name.length() - ".class".length())));
      }
    }
    return found;
  }
}
