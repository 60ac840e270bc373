package dev.holdfast.spring;

import dev.holdfast.SchemaException;
import dev.holdfast.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what to do about a schema that is missing or old. The DDL has some thousand lines: it goes
 * to a file, and is printed where none can be written.
 */
final class SchemaFailureAnalyzer extends AbstractFailureAnalyzer<SchemaException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, SchemaException cause) {
    return new FailureAnalysis(
        "Holdfast can't use its database schema: " + cause.getMessage() + ".",
        """
        One of these:
        - set holdfast.schema=apply, with a role that may create schemas;
        - run `holdfast schema apply` as such a role (it applies what is missing, and only that);
        - if there is no schema yet, give the DDL to whoever may run it: %s
        """
            .formatted(ddl()),
        cause);
  }

  private static String ddl() {
    String script = Schema.print();
    try {
      Path file = Files.createTempFile("holdfast-schema-", ".sql");
      Files.writeString(file, script);
      return "psql -v ON_ERROR_STOP=1 -f " + file;
    } catch (IOException | SecurityException e) {
      return "\n\n" + script;
    }
  }
}
