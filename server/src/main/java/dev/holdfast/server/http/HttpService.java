package dev.holdfast.server.http;

import dev.holdfast.server.metrics.RequestMetrics;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The running service. Closing it answers those who wait, and takes a few seconds at most. */
public final class HttpService implements AutoCloseable {
  private static final int START_SECONDS = 30;
  private static final int STOP_SECONDS = 5;
  private static final int QUEUE = 1_000;

  private final Vertx vertx;
  private final Workers workers;
  private final Table table;
  private final HttpSettings.Listen listen;
  private final Activity activity = new Activity();
  private final List<Loop> loops = new CopyOnWriteArrayList<>();

  private HttpService(HttpSettings settings, Workers workers, Table table) {
    this.listen = settings.listen();
    this.workers = workers;
    this.table = table;
    this.vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(loopCount())
                .setWorkerPoolSize(1)
                // Nothing is served from the class path or the disk: no cache directory for that.
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false))
                .setInternalBlockingPoolSize(1));
  }

  /**
   * Listens; when this returns, requests are answered.
   *
   * @param admin the access token of this start
   * @param groups all endpoints there are: {@link StandardRoutes} and more
   */
  public static HttpService start(
      HttpSettings settings, Backend backend, Secret admin, List<Routes> groups) {
    return start(settings, backend, admin, groups, new RequestMetrics());
  }

  /** The same, with its requests counted. */
  public static HttpService start(
      HttpSettings settings,
      Backend backend,
      Secret admin,
      List<Routes> groups,
      RequestMetrics metrics) {
    Workers workers = new Workers(Backend.connections(), QUEUE);
    Table table = new Table(groups);
    HttpService service = new HttpService(settings, workers, table);
    Doorman doorman = new Doorman(new AccessTokens(backend.pool()), workers, admin);
    Rates rates = new Rates(settings.limits().quota().requestsPerSecond());
    service.deploy(new Gate.Shared(settings, table, doorman, workers, rates), metrics);
    return service;
  }

  private void deploy(Gate.Shared shared, RequestMetrics metrics) {
    DeploymentOptions options = new DeploymentOptions().setInstances(loopCount());
    try {
      await(
          vertx.deployVerticle(
              () -> {
                Loop loop = new Loop(shared, activity, metrics);
                loops.add(loop);
                return loop;
              },
              options),
          START_SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      close();
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalStateException(
          "can't listen on %s port %d: %s"
              .formatted(listen.bind(), listen.port(), cause.getMessage()),
          cause);
    }
  }

  private static int loopCount() {
    return Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));
  }

  /** The port that it listens on. */
  public int port() {
    return loops.get(0).port();
  }

  /** Everything that can be called. */
  public List<Endpoint> endpoints() {
    return table.endpoints();
  }

  /** What goes on. */
  public Activity activity() {
    return activity;
  }

  @Override
  public void close() {
    try {
      await(vertx.close(), STOP_SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      System.getLogger("dev.holdfast.http")
          .log(System.Logger.Level.WARNING, "the service did not stop in order: " + e.getMessage());
    }
    workers.close();
  }

  private static void await(Future<?> future, int seconds)
      throws ExecutionException, TimeoutException {
    try {
      future.toCompletionStage().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
