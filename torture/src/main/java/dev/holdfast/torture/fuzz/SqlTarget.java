package dev.holdfast.torture.fuzz;

import dev.holdfast.policy.sql.SqlLocks;
import dev.holdfast.policy.sql.SqlScript;
import dev.holdfast.policy.sql.StatementLocks;
import java.util.List;
import java.util.regex.Pattern;

/** The analysis of SQL: locks, or doubts, and never an exception. */
public final class SqlTarget implements Target {

  /** What surely locks something unless it is not valid SQL, and then there is a doubt. */
  private static final Pattern LOCKS =
      Pattern.compile("\\s*(update|delete|insert|lock)\\b.*", Pattern.CASE_INSENSITIVE);

  private final SqlLocks locks = SqlLocks.plain();

  @Override
  public List<String> seeds() {
    return List.of(
        "select * from orders where id = 7 for update",
        "select o.id from orders o join items i on i.order_id = o.id for no key update of o nowait",
        "update orders set total = total + 1 where id in (select id from items for share)",
        "with d as (delete from a where b = 'c' returning *) insert into z select * from d",
        "insert into orders (id, note) values (1, E'it\\'s') on conflict (id) do update set id = 2",
        "begin; lock table orders in share row exclusive mode; commit",
        "select 1; -- nothing\n/* a /* nested */ comment */ delete from only orders *",
        "merge into t using s on t.id = s.id when matched then update set a = 1",
        "do $$ begin perform 1 from t for update; end $$",
        "alter table orders add column x int, add foreign key (x) references y (z)",
        "select * from a, lateral (select * from b where b.x = a.x for key share skip locked) c",
        "truncate a, b cascade; savepoint s; rollback to s; release s",
        "explain analyze update a set b = ((((1))))");
  }

  @Override
  public void feed(String input) {
    List<StatementLocks> found = locks.of(input);
    SqlScript.pieces(input);
    boolean told = found.stream().anyMatch(s -> !s.locks().isEmpty() || !s.doubts().isEmpty());
    if (!told && LOCKS.matcher(firstLine(input)).matches()) {
      throw new SilenceException("neither locks nor doubts");
    }
  }

  private static String firstLine(String input) {
    int end = input.indexOf('\n');
    return end < 0 ? input : input.substring(0, end);
  }
}
