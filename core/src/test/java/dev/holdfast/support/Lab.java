package dev.holdfast.support;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import java.util.Deque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database with the schema in it, and the Holdfasts that a test opens on it, all closed together.
 * Databases are used again, emptied: making one takes longer than most tests.
 */
public final class Lab implements AutoCloseable {

  private static final Map<Isolation, Queue<TestDatabase>> IDLE = new ConcurrentHashMap<>();

  private final TestDatabase database;
  private final @Nullable Queue<TestDatabase> pool;
  private final Sql sql;
  private final Queue<Holdfast> holdfasts = new ConcurrentLinkedQueue<>();
  private final Deque<AutoCloseable> others = new ConcurrentLinkedDeque<>();
  private volatile boolean spoiled;

  /** On the shared server. */
  public Lab(Isolation isolation) {
    this(IDLE.computeIfAbsent(isolation, i -> new ConcurrentLinkedQueue<>()), isolation);
  }

  private Lab(Queue<TestDatabase> pool, Isolation isolation) {
    TestDatabase idle = pool.poll();
    this.database = idle != null ? idle : create(PostgresServer.shared(), isolation);
    this.pool = pool;
    this.sql = onlooker(database);
  }

  private Lab(TestDatabase database) {
    this.database = database;
    this.pool = null;
    this.sql = onlooker(database);
  }

  /** On a server of its own, which the caller may pause, kill and closes. */
  public static Lab on(PostgresServer server) {
    return new Lab(create(server, Isolation.READ_COMMITTED));
  }

  private static TestDatabase create(PostgresServer server, Isolation isolation) {
    TestDatabase made = server.createDatabase();
    Schema.of(made.dataSource()).apply();
    new Sql(made.dataSource())
        .run(
            "alter database %s set default_transaction_isolation = '%s'"
                .formatted(made.name(), isolation.sql()));
    return made;
  }

  /** Reads what others write, so that a serializable default must not make it one of them. */
  private static Sql onlooker(TestDatabase database) {
    PGSimpleDataSource source = database.dataSource();
    source.setOptions("-c default_transaction_isolation=read\\ committed");
    return new Sql(source);
  }

  /** The test changes what emptying the tables does not undo: nobody else gets this database. */
  public Lab spoil() {
    spoiled = true;
    return this;
  }

  public TestDatabase database() {
    return database;
  }

  public PGSimpleDataSource dataSource() {
    return database.dataSource();
  }

  /** Plain SQL on connections of its own. */
  public Sql sql() {
    return sql;
  }

  public Holdfast open() {
    return open(HoldfastSettings.defaults());
  }

  /** As another process would be: a Holdfast of its own with this holder. */
  public Holdfast open(String holder) {
    return open(HoldfastSettings.defaults().withHolder(holder));
  }

  public Holdfast open(HoldfastSettings settings) {
    return open(dataSource(), settings);
  }

  public Holdfast open(DataSource dataSource, HoldfastSettings settings) {
    Holdfast holdfast = Holdfast.on(dataSource, settings);
    holdfasts.add(holdfast);
    return holdfast;
  }

  /** Closes it with the lab, after the Holdfasts. */
  public <T extends AutoCloseable> T closing(T closeable) {
    others.push(closeable);
    return closeable;
  }

  @Override
  public void close() {
    holdfasts.parallelStream().forEach(Holdfast::close);
    others.forEach(Lab::closeOne);
    if (pool == null || spoiled) {
      database.close();
    } else {
      empty();
      pool.add(database);
    }
  }

  /** Of what the tests made themselves nothing stays. */
  private void empty() {
    sql.run(
        """
        do $$
        declare v_schema text;
        begin
          for v_schema in
            select nspname from pg_namespace
            where nspname !~ '^(pg_|information_schema$|holdfast$)'
          loop
            execute format('drop schema %I cascade', v_schema);
          end loop;
          create schema public;
          grant usage on schema public to public;
        end $$;
        delete from holdfast.lease;
        delete from holdfast.worker;
        delete from holdfast.event;
        delete from holdfast.job;
        delete from holdfast.waiter;
        delete from holdfast.past_lease;
        delete from holdfast.transaction_outcome;
        delete from holdfast.observed_event;
        delete from holdfast.observed_wait;
        delete from holdfast.contention;
        delete from holdfast.refusal;
        delete from holdfast.observer;
        insert into holdfast.observer default values;
        delete from holdfast.wait_report;
        delete from holdfast.incident;
        update holdfast.bucket set fence_floor = 0, pruned_up_to = ''
        where fence_floor <> 0 or pruned_up_to <> '';
        select holdfast.configure('24 hours', '7 days', '30 days', 1)
        where (holdfast.max_ttl(), holdfast.history_retention(), holdfast.idle_retention(),
               holdfast.buckets())
          is distinct from (interval '24 hours', interval '7 days', interval '30 days', 1);
        """);
  }

  private static void closeOne(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
