package dev.holdfast.examples.support;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/** {@code --load} keeps the application gently busy with itself. */
@ConditionalOnProperty("load")
class LoadOnDemand implements DisposableBean {

  private final LoadStarter starter;
  private final Environment environment;
  private volatile @Nullable SteadyLoad running;

  LoadOnDemand(LoadStarter starter, Environment environment) {
    this.starter = starter;
    this.environment = environment;
  }

  @EventListener(ApplicationReadyEvent.class)
  void start() {
    int port = environment.getRequiredProperty("local.server.port", Integer.class);
    running = starter.start(URI.create("http://127.0.0.1:" + port));
  }

  @Override
  public void destroy() {
    SteadyLoad load = running;
    if (load != null) {
      load.close();
    }
  }
}
