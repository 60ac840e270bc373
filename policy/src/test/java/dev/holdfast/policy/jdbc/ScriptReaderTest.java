package dev.holdfast.policy.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptReaderTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiter = '→',
      quoteCharacter = '`',
      textBlock =
          """
          select 1                                  → select 1
          select 1;                                 → select 1
          select 1; ; select 2                      → select 1 | select 2
          select ';' ; select 2                     → select ';' | select 2
          select 'it''s;' ; select 2                → select 'it''s;' | select 2
          select E'\\';' ; select 2                 → select E'\\';' | select 2
          select type'x\\' ; select 2               → select type'x\\' | select 2
          select ";" ; select 2                     → select ";" | select 2
          select $a$;$$;$a$ ; select 2              → select $a$;$$;$a$ | select 2
          select $1; select 2                       → select $1 | select 2
          select /* ; /* ; */ ; */ 1; select 2      → select /* ; /* ; */ ; */ 1 | select 2
          -- nothing                                → ``
          /* begin */ commit                        → COMMIT
          (select 1)                                → (select 1)
          begin                                     → BEGIN
          BEGIN ISOLATION LEVEL SERIALIZABLE        → BEGIN
          start transaction read only               → BEGIN
          end                                       → COMMIT
          commit and chain                          → COMMIT | BEGIN
          commit work and no chain                  → COMMIT
          commit prepared 'x'                       → commit prepared 'x'
          prepare transaction 'x'                   → COMMIT
          prepare q as select 1                     → prepare q as select 1
          rollback                                  → ROLLBACK
          abort                                     → ROLLBACK
          rollback prepared 'x'                     → rollback prepared 'x'
          rollback transaction and chain            → ROLLBACK | BEGIN
          savepoint S1                              → SAVEPOINT s1
          savepoint "S""1"                          → SAVEPOINT S"1
          rollback to s1                            → ROLLBACK_TO s1
          rollback work to savepoint s1             → ROLLBACK_TO s1
          release s1                                → RELEASE s1
          release savepoint s1                      → RELEASE s1
          """)
  void reads(String sql, String expected) {
    assertThat(words(sql)).isEqualTo(expected);
  }

  @Test
  @DisplayName("P4: a function's body in the standard's form is one statement")
  void atomicBody() {
    String sql =
        """
        create function f() returns int begin atomic
          select case when true then 1 else 2 end from a; select 2; end;
        select 3""";

    List<Step> steps = new ScriptReader(sql).steps();

    assertThat(steps).hasSize(2);
    assertThat(steps.get(1).text()).isEqualTo("select 3");
  }

  private static String words(String sql) {
    return String.join(" | ", new ScriptReader(sql).steps().stream().map(Heard::wordOf).toList());
  }
}
