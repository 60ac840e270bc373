package dev.holdfast.server.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.Holdfast;
import dev.holdfast.HoldfastException;
import dev.holdfast.HoldfastSettings;
import dev.holdfast.policy.Policy;
import dev.holdfast.policy.file.PolicyReader;
import dev.holdfast.policy.guard.GuardMode;
import dev.holdfast.policy.guard.GuardSettings;
import dev.holdfast.policy.guard.OrderReports;
import dev.holdfast.policy.guard.PolicyDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** The actors, on stage until it is closed. */
public final class Demo implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Demo.class.getName());
  private static final String POLICY = "holdfast-policy.yaml";
  private static final long SEED = 20;
  private static final long AFTER_A_FALL_MILLIS = 1_000;
  private static final long CLOSING_MILLIS = 5_000;

  private static final String PLACE =
      """
      create schema if not exists demo;
      create table if not exists demo.account (id integer primary key, balance integer not null);
      insert into demo.account select i, 100 from generate_series(1, 3) i on conflict do nothing;
      create table if not exists demo.customers (id integer primary key);
      create table if not exists demo.orders (id integer primary key);
      create table if not exists demo.items (id integer primary key);
      create table if not exists demo.warehouses (id integer primary key);
      create table if not exists demo.shelves (id integer primary key);
      """;

  private final DataSource database;
  private final OrderReports orders;
  private final DataSource guarded;
  private final List<Holdfast> processes = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  private Demo(DataSource database) {
    this.database = database;
    this.orders = OrderReports.to(database, "demo");
    this.guarded =
        PolicyDataSource.wrap(
            database,
            policy(),
            GuardSettings.defaults()
                .withMode(GuardMode.WARN)
                .withLogEvery(Duration.ofDays(1))
                .withReports(orders));
  }

  /** The order in which the demo's transactions should lock its tables. */
  public static Policy policy() {
    try (InputStream file = Demo.class.getResourceAsStream(POLICY)) {
      return PolicyReader.parse(
          new String(Objects.requireNonNull(file).readAllBytes(), UTF_8), POLICY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Begins; the schema holdfast must be there.
   *
   * @param counter where those ask who are not Java
   */
  public static Demo start(DataSource database, Counter counter) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(PLACE);
    }
    Demo demo = new Demo(database);
    demo.cast(counter);
    demo.threads.forEach(Thread::start);
    return demo;
  }

  /** How many act. */
  public int actors() {
    return threads.size();
  }

  private void cast(Counter counter) {
    for (int i = 1; i <= 4; i++) {
      enter("web-" + i, Offices::clerk);
      enter("billing-" + i, Offices::cashier);
    }
    enter("backup", Offices::nightWatch);
    enter("backup-standby", Offices::apprentice);
    enter("reports-1", Mishaps::sleeper);
    enter("reports-2", Mishaps::sleeper);
    enter("carrier-north", stage -> Mishaps.carrier(stage, "stock/north", "stock/south"));
    enter("carrier-south", stage -> Mishaps.carrier(stage, "stock/south", "stock/north"));
    enter("analyst", Mishaps::thinker);
    enter("teller-1", Mishaps::teller);
    enter("teller-2", Mishaps::teller);
    enter("checkout", counter::customer);
    enter("shop", stage -> Tables.inOrder(stage, guarded));
    enter("intern", stage -> Tables.asItComes(stage, guarded));
  }

  private void enter(String name, Actor actor) {
    HoldfastSettings settings = HoldfastSettings.defaults().withHolder(name);
    Holdfast process = Holdfast.on(database, settings);
    processes.add(process);
    Stage stage = new Stage(name, process.leases(), database, new Random(SEED + processes.size()));
    Thread thread = new Thread(() -> play(actor, stage), "demo-" + name);
    thread.setDaemon(true);
    threads.add(thread);
  }

  private void play(Actor actor, Stage stage) {
    while (!over) {
      try {
        actor.act(stage);
      } catch (InterruptedException e) {
        return;
      } catch (HoldfastException | SQLException | IOException e) {
        LOG.log(Level.DEBUG, () -> stage.name() + " fell: " + e.getMessage());
        pause();
      } catch (Exception e) {
        LOG.log(Level.WARNING, stage.name() + " left the stage", e);
        return;
      }
    }
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(AFTER_A_FALL_MILLIS);
    } catch (InterruptedException e) {
      over = true;
    }
  }

  /** Everybody leaves; what they hold is given back. */
  @Override
  public void close() {
    over = true;
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      try {
        thread.join(CLOSING_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    processes.forEach(Holdfast::close);
    orders.close();
  }
}
