package dev.holdfast.policy.graph;

import java.util.List;
import java.util.Set;

/** The caller's stack without what lies between a program and its driver. */
final class Stacks {

  private static final int DEEPEST = 512;
  private static final int KEPT = 12;

  private static final List<String> BETWEEN =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "dev.holdfast.policy.jdbc.",
          "org.postgresql.",
          "com.zaxxer.hikari.",
          "org.springframework.",
          "org.hibernate.",
          "org.jooq.",
          "org.jdbi.",
          "org.apache.",
          "org.mybatis.",
          "org.junit.");

  private static final Set<String> OURS =
      Set.of(Stacks.class.getName(), RecordingSession.class.getName());

  private Stacks() {}

  static List<String> here() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .limit(DEEPEST)
                    .filter(frame -> isProgram(frame.getClassName()))
                    .limit(KEPT)
                    .map(frame -> frame.toStackTraceElement().toString())
                    .toList());
  }

  private static boolean isProgram(String type) {
    return !OURS.contains(type) && BETWEEN.stream().noneMatch(type::startsWith);
  }
}
