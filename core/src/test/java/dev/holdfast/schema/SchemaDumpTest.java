package dev.holdfast.schema;

import dev.holdfast.support.Isolation;
import dev.holdfast.support.Kept;
import dev.holdfast.support.Lab;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What the migrations make, from the catalog, is kept as a text: a change to it shows in a diff.
 */
class SchemaDumpTest {

  private static final String TABLES =
      """
      select format('table %s: %s', c.relname,
                    coalesce(array_to_string(c.reloptions, ', '), 'no options'))
      from pg_class c
      where c.relnamespace = 'holdfast'::regnamespace and c.relkind = 'r'
      order by c.relname collate "C"
      """;

  private static final String COLUMNS =
      """
      select format('column %s.%s %s%s%s', c.relname, a.attname,
                    format_type(a.atttypid, a.atttypmod),
                    case when a.attnotnull then ' not null' end,
                    ' default ' || pg_get_expr(d.adbin, d.adrelid))
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'holdfast'::regnamespace and c.relkind in ('r', 'c')
      order by c.relname collate "C", a.attnum
      """;

  private static final String CONSTRAINTS =
      """
      select format('constraint %s %s on %s: %s', case when contypid = 0 then '' else 'domain' end,
                    conname, coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text),
                    pg_get_constraintdef(oid))
      from pg_constraint
      where connamespace = 'holdfast'::regnamespace
        and contype <> 'n'   -- not null: beside the columns; a constraint of its own from 18 on
      order by conname collate "C"
      """;

  private static final String INDEXES =
      """
      select format('index %s', indexdef) from pg_indexes
      where schemaname = 'holdfast'
      order by indexname collate "C"
      """;

  private static final String FUNCTIONS =
      """
      select format('function %s returns %s, %s%s, %s, md5 %s', p.oid::regprocedure,
                    pg_get_function_result(p.oid),
                    case p.provolatile when 'i' then 'immutable' when 's' then 'stable'
                                       else 'volatile' end,
                    case when p.prosecdef then ', security definer' end,
                    coalesce(array_to_string(p.proconfig, ', '), 'no settings'),
                    md5(p.prosrc))
      from pg_proc p
      where p.pronamespace = 'holdfast'::regnamespace
      order by p.oid::regprocedure::text collate "C"
      """;

  private static final String GRANTS =
      """
      select format('grant %s on %s to %s', g.privilege_type, g.what, g.grantee::regrole)
      from (
        select p.oid::regprocedure::text as what, a.*
        from pg_proc p, aclexplode(p.proacl) a
        where p.pronamespace = 'holdfast'::regnamespace and a.grantee <> p.proowner
        union all
        select c.oid::regclass::text, a.*
        from pg_class c, aclexplode(c.relacl) a
        where c.relnamespace = 'holdfast'::regnamespace and a.grantee <> c.relowner
        union all
        select 'schema ' || n.nspname, a.*
        from pg_namespace n, aclexplode(n.nspacl) a
        where n.nspname = 'holdfast' and a.grantee <> n.nspowner) g
      order by g.what collate "C", g.grantee::regrole::text collate "C", g.privilege_type
      """;

  @Test
  @DisplayName("the migrated schema is the one that is kept in schema.dump.txt")
  void dump() throws Exception {
    try (Lab lab = new Lab(Isolation.READ_COMMITTED)) {
      String dump =
          java.util.stream.Stream.of(TABLES, COLUMNS, CONSTRAINTS, INDEXES, FUNCTIONS, GRANTS)
              .flatMap(query -> lab.sql().column(query).stream())
              .map(String::valueOf)
              .collect(Collectors.joining("\n", "", "\n"));
      Kept.compare("schema.dump.txt", dump, "holdfast.updateDump");
    }
  }
}
