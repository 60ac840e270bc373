package dev.holdfast.bench.measure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a run was made on: the machine, and the versions of all that was measured. */
public final class Machine {

  private static final List<String> LIBRARIES =
      List.of(
          "postgresql",
          "HikariCP",
          "spring-jdbc",
          "shedlock-provider-jdbc-template",
          "spring-integration-jdbc",
          "redisson",
          "curator-recipes",
          "zookeeper",
          "jetcd-core",
          "db-scheduler",
          "hibernate-core");

  private Machine() {}

  public static Map<String, Object> about() {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("java", System.getProperty("java.version"));
    about.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    about.put("cores", Runtime.getRuntime().availableProcessors());
    about.put("processor", line("/proc/cpuinfo", "model name\\s*:\\s*(.*)"));
    about.put("memory", line("/proc/meminfo", "MemTotal:\\s*(.*)"));
    about.put("versions", versions());
    return about;
  }

  /** As the names of the jars have them. */
  static Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    List<String> jars =
        Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    for (String library : LIBRARIES) {
      Pattern named = Pattern.compile(".*" + Pattern.quote(library) + "-(\\d[^/\\\\]*)\\.jar");
      jars.stream()
          .map(named::matcher)
          .filter(Matcher::matches)
          .findFirst()
          .ifPresent(found -> versions.put(library, found.group(1)));
    }
    return versions;
  }

  private static String line(String file, String pattern) {
    try {
      Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(Path.of(file)));
      return matcher.find() ? matcher.group(1).strip() : "unknown";
    } catch (IOException e) {
      return "unknown"; // not Linux
    }
  }
}
