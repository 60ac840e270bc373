package dev.holdfast.policy.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a catalog is read with. Each statement is a section of the snapshot, each of its rows a map;
 * a column is a text, a boolean or a list of texts. System schemas and what belongs to extensions
 * are left out.
 */
final class CatalogSql {

  /** The schemas in which a name without one is looked for. */
  static final String SEARCH_PATH = "select unnest(current_schemas(false)) as schema";

  /** Tables and views; of a partition, the table at the root. */
  static final String TABLES =
      """
      select n.nspname as schema, c.relname as name, c.relkind::text as kind,
        case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end as query,
        case when c.relispartition
          then (select rn.nspname || '.' || r.relname
                from pg_class r join pg_namespace rn on rn.oid = r.relnamespace
                where r.oid = pg_partition_root(c.oid))
        end as root,
        array(select pn.nspname || '.' || p.relname
              from pg_inherits i
              join pg_class p on p.oid = i.inhparent
              join pg_namespace pn on pn.oid = p.relnamespace
              where i.inhrelid = c.oid and not c.relispartition
              order by i.inhseqno) as parents,
        array(select a.attname
              from pg_partitioned_table pt, unnest(pt.partattrs::int2[]) k
              join pg_attribute a on a.attnum = k
              where pt.partrelid = c.oid and a.attrelid = c.oid) as partition_columns,
        exists (select from pg_rewrite r
                where r.ev_class = c.oid and r.rulename <> '_RETURN') as rules
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f')
        and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
        and n.nspname not like 'pg_temp%'
      order by 1, 2
      """;

  /** Of each column: whether it has a default, and whether that is a value nobody else brings. */
  static final String COLUMNS =
      """
      select n.nspname || '.' || c.relname as table, a.attname as name,
        a.atthasdef or a.attidentity <> '' as has_default,
        a.attidentity <> ''
          or coalesce(pg_get_expr(d.adbin, d.adrelid), '')
             ~ '^(nextval|gen_random_uuid|uuidv7|uuidv4|uuid_generate_v[14])[(]' as generated
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
        and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
        and n.nspname not like 'pg_temp%'
      order by 1, a.attnum
      """;

  /**
   * Every index, by table and in the order in which PostgreSQL enters a new row. {@code plain}: on
   * whole columns and all rows, so that a foreign key could refer to it: its columns are a key.
   * {@code touched}: all columns that it depends on, those of its predicate among them, but not
   * those that it only includes.
   */
  static final String INDEXES =
      """
      select n.nspname || '.' || c.relname as table, n.nspname || '.' || ic.relname as name,
        i.indisunique as "unique", i.indisexclusion as exclusion,
        i.indpred is null and i.indexprs is null as plain,
        coalesce(con.condeferred, false) as deferred,
        array(select a.attname
              from unnest(i.indkey::int2[]) with ordinality k (attnum, place)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
              where k.place <= i.indnkeyatts
              order by k.place) as columns,
        array(select distinct a.attname
              from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0
                and (a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1])
                  or (not a.attnum = any ((i.indkey::int2[])[i.indnkeyatts:])
                    and exists (select from pg_depend d
                                where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
                                  and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid
                                  and d.refobjsubid = a.attnum)))
              order by 1) as touched
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_class ic on ic.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_constraint con
        on con.conindid = i.indexrelid and con.conrelid = c.oid and con.contype in ('p', 'u', 'x')
      where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
        and n.nspname not like 'pg_temp%'
      order by 1, i.indexrelid
      """;

  /**
   * Foreign keys. Their triggers fire in the order of their names, among the user's own; the names
   * end in numbers that differ from database to database, so they are numbered anew here.
   */
  static final String FOREIGN_KEYS =
      """
      with named as (
        select t.tgconstraint, t.tgrelid, p.proname,
          substr(t.tgname, 1, 23)
            || lpad((rank() over (order by t.tgname collate "C"))::text, 6, '0') as name
        from pg_trigger t
        join pg_proc p on p.oid = t.tgfoid
        where t.tgisinternal and p.proname like 'RI_FKey%'
      )
      select f.conname as name,
        n.nspname || '.' || c.relname as table, rn.nspname || '.' || r.relname as referenced,
        array(select a.attname from unnest(f.conkey) with ordinality k (attnum, place)
              join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum
              order by k.place) as columns,
        array(select a.attname from unnest(f.confkey) with ordinality k (attnum, place)
              join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum
              order by k.place) as referenced_columns,
        array(select a.attname
              from jsonb_array_elements_text(
                coalesce(nullif(to_jsonb(f)->'confdelsetcols', 'null'), '[]')) k (attnum)
              join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum::int)
          as set_columns,
        f.confdeltype::text as on_delete, f.confupdtype::text as on_update,
        f.confmatchtype = 'f' as match_full, f.condeferred as deferred,
        (select name from named where tgconstraint = f.oid and tgrelid = f.conrelid
           and proname = 'RI_FKey_check_ins') as insert_trigger,
        (select name from named where tgconstraint = f.oid and tgrelid = f.conrelid
           and proname = 'RI_FKey_check_upd') as update_trigger,
        (select min(name) from named where tgconstraint = f.oid and tgrelid = f.confrelid
           and proname like '%_del') as delete_action,
        (select min(name) from named where tgconstraint = f.oid and tgrelid = f.confrelid
           and proname like '%_upd' and proname <> 'RI_FKey_check_upd') as update_action
      from pg_constraint f
      join pg_class c on c.oid = f.conrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_class r on r.oid = f.confrelid
      join pg_namespace rn on rn.oid = r.relnamespace
      where f.contype = 'f' and f.conparentid = 0
      order by 2, 1
      """;

  /** The users' triggers, but not those that a partition has from its root. */
  static final String TRIGGERS =
      """
      select n.nspname || '.' || c.relname as table, t.tgname as name,
        pn.nspname || '.' || p.proname as function,
        (t.tgtype & 1) <> 0 as "row", (t.tgtype & 2) <> 0 as before, (t.tgtype & 64) <> 0 as instead,
        (t.tgtype & 4) <> 0 as "insert", (t.tgtype & 8) <> 0 as "delete",
        (t.tgtype & 16) <> 0 as "update", (t.tgtype & 32) <> 0 as "truncate",
        t.tginitdeferred as deferred,
        array(select a.attname from unnest(t.tgattr::int2[]) k
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k) as columns
      from pg_trigger t
      join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
      join pg_proc p on p.oid = t.tgfoid
      join pg_namespace pn on pn.oid = p.pronamespace
      where not t.tgisinternal and t.tgenabled in ('O', 'A') and t.tgparentid = 0
        and n.nspname not in ('pg_catalog', 'information_schema')
      order by 1, t.tgname collate "C"
      """;

  /** The users' functions and procedures, with what can be read of their bodies. */
  static final String FUNCTIONS =
      """
      select n.nspname as schema, p.proname as name, l.lanname as language,
        coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
      from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      join pg_language l on l.oid = p.prolang
      where p.prokind in ('f', 'p')
        and n.nspname not in ('pg_catalog', 'information_schema')
        and not exists (select from pg_depend d
                        where d.classid = 'pg_proc'::regclass and d.objid = p.oid
                          and d.deptype = 'e')
      order by 1, 2, pg_get_function_identity_arguments(p.oid)
      """;

  private CatalogSql() {}

  /** By the name of the section. */
  static Map<String, String> sections() {
    Map<String, String> sections = new LinkedHashMap<>();
    sections.put("search_path", SEARCH_PATH);
    sections.put("tables", TABLES);
    sections.put("columns", COLUMNS);
    sections.put("indexes", INDEXES);
    sections.put("foreign_keys", FOREIGN_KEYS);
    sections.put("triggers", TRIGGERS);
    sections.put("functions", FUNCTIONS);
    return sections;
  }
}
