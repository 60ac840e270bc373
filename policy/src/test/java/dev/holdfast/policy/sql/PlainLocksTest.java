package dev.holdfast.policy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.policy.sql.StatementLocks.Kind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the text alone shows. */
class PlainLocksTest {

  private final SqlLocks analysis = SqlLocks.plain();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select * from a                                  | ",
        "select * from a for update                       | a UPDATE",
        "select * from a x join b on true for share of x  | a SHARE",
        "select * from a, b for update of a for share of b nowait | a UPDATE, b SHARE NOWAIT",
        "select * from a for no key update skip locked    | a NO_KEY_UPDATE SKIPS",
        "select * from s.\"A b\" order by 1 for key share | s.A b KEY_SHARE",
        "select * from (select * from a, b) x for update  | a UPDATE, b UPDATE",
        "with c as (select * from a for update) select 1  | ",
        "with c as (select * from a for update) select * from c | a UPDATE",
        "with c as (delete from a returning *) select 1   | a UPDATE",
        "update only a set x = ? where id = :id           | a NO_KEY_UPDATE",
        "update a set x = 1 from b where a.id = #{id,jdbcType=BIGINT} | a NO_KEY_UPDATE",
        "update a set x=?,y=-? where id=? and v>=#{v} and w<>@{w} | a NO_KEY_UPDATE",
        "select * from a where x=? for update             | a UPDATE",
        "select * from a where x ->> ?='y' and z=?::text for update | a UPDATE",
        "delete from a where data ?? 'k' and data??'k' and x=$1 | a UPDATE",
        "delete from a where id in (select id from b for update) | b UPDATE, a UPDATE",
        "delete from a where current of c                 | a UPDATE",
        "insert into a values (E'it\\'s; $1', $1)         | a UNIQUE_VALUE",
        "insert into a(x) values (1) on conflict do nothing | a UNIQUE_VALUE",
        "insert into a(x) select x from b for share on conflict (x) do update set x = 2 "
            + "| b SHARE, a UNIQUE_VALUE, a NO_KEY_UPDATE",
        "merge into a using b on a.id = b.id when matched then delete "
            + "when not matched then do nothing | a UPDATE",
        "copy a (x, y) from stdin                         | a UNIQUE_VALUE",
        "copy (select * from a for update) to stdout      | a UPDATE",
        "lock table a, only b in share row exclusive mode nowait "
            + "| a TABLE_SHARE_ROW_EXCLUSIVE NOWAIT, b TABLE_SHARE_ROW_EXCLUSIVE NOWAIT",
        "truncate a, b cascade | a TABLE_ACCESS_EXCLUSIVE, b TABLE_ACCESS_EXCLUSIVE",
        "do $$ begin if exists (select 1 from a for share) then update b set x = 1; end if; end $$ "
            + "| a SHARE, b NO_KEY_UPDATE",
        "explain update a set x = 1                       | ",
        "explain (analyze, buffers) update a set x = 1    | a NO_KEY_UPDATE",
        "create unique index concurrently i on a (x)      | a TABLE_SHARE_UPDATE_EXCLUSIVE",
        "alter table a add constraint f foreign key (x) references b "
            + "| a TABLE_SHARE_ROW_EXCLUSIVE, b TABLE_SHARE_ROW_EXCLUSIVE",
        "select * from a where x collate \"C\" = 'y' for update | a UPDATE",
      })
  @DisplayName("P8: locks of a text, in order")
  void tellsTheLocksOfAText(String sql, String expected) {
    List<StatementLocks> statements = analysis.of(sql);

    assertThat(statements).hasSize(1);
    assertThat(statements.get(0).doubts()).isEmpty();
    assertThat(Shown.locks(statements.get(0)))
        .isEqualTo(expected == null ? "" : expected.replaceAll(" +", " "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * frm a for update",
        "gibberish",
        "execute plan(1)",
        "update ${table} set x = 1",
        "select 'no end",
        "select * from a for update of b",
        "do $$ begin execute 'delete from a'; end $$",
        "drop schema s cascade",
        "call p(1)",
        "vacuum",
      })
  @DisplayName("P8: what is not understood is a doubt, never silence")
  void whatIsNotUnderstoodIsADoubt(String sql) {
    assertThat(analysis.of(sql)).flatMap(StatementLocks::doubts).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete from a where x like ?||'%'",
        "delete from a where x like '%'||?||'%' and y=?",
        "delete from a where data ?| array['k'] and x=?",
        "delete from a where data ?& array['k']",
        "delete from a where path @? '$.x' and y=?-1",
      })
  @DisplayName("P8: a parameter is told from an operator, also close to one")
  void parametersAndOperators(String sql) {
    StatementLocks statement = analysis.of(sql).get(0);
    assertThat(statement.doubts()).isEmpty();
    assertThat(Shown.locks(statement)).isEqualTo("a UPDATE");
  }

  @Test
  void readsTransactionControl() {
    String script =
        """
        begin; savepoint a; -- ; no statement
        rollback to a; /* nested /* ; */ */ release a; set x = ';'; commit; rollback
        """;

    assertThat(analysis.of(script))
        .extracting(StatementLocks::kind)
        .containsExactly(
            Kind.BEGIN,
            Kind.SAVEPOINT,
            Kind.ROLLBACK_TO_SAVEPOINT,
            Kind.RELEASE_SAVEPOINT,
            Kind.OTHER,
            Kind.COMMIT,
            Kind.ROLLBACK);
  }

  @Test
  void aTextWithoutAStatementHasNone() {
    assertThat(analysis.of(" -- nothing\n ; ")).isEmpty();
  }

  @Test
  void aTextSeenBeforeIsNotReadAgain() {
    String sql = "select * from a for update";

    assertThat(analysis.of(sql)).isSameAs(analysis.of(new String(sql)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "absent", "csv", "current", "errors", "excludes", "extend", "final", "force", "import",
        "includes", "minus", "output", "pivot", "prior", "returns", "sample", "script", "semi",
        "settings", "statement", "unbounded", "unknown", "unpivot", "use", "verify", "xor"
      })
  @DisplayName("P8: a word that only the parser reserves is a name like any other")
  void plainNames(String word) {
    String sql =
        """
        delete from %1$s where a = 1;
        update t set %1$s = ? where x.%1$s = 1 and %1$s is not unknown;
        insert into t (%1$s, a) values (?, ?);
        select %1$s, sum(a) over (rows between unbounded preceding and current row)
          from t order by %1$s for update"""
            .formatted(word);
    List<StatementLocks> found = analysis.of(sql);
    assertThat(found).allMatch(statement -> statement.doubts().isEmpty());
    assertThat(found.stream().map(Shown::locks))
        .containsExactly(word + " UPDATE", "t NO_KEY_UPDATE", "t UNIQUE_VALUE", "t UPDATE");
  }
}
