package dev.holdfast.examples.support;

import java.net.URI;
import java.util.Arrays;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** An example as it runs, on a port of its own on loopback: for tests and demonstrations. */
public final class RunningApp implements AutoCloseable {

  private final ConfigurableApplicationContext context;
  private final URI address;
  private final Http http;

  private RunningApp(ConfigurableApplicationContext context) {
    this.context = context;
    String port = context.getEnvironment().getRequiredProperty("local.server.port");
    this.address = URI.create("http://127.0.0.1:" + port);
    this.http = new Http(address);
  }

  /** Starts an application; classes before it provide beans instead of its own. */
  public static RunningApp start(
      Class<?>[] sources, String jdbcUrl, String user, String... properties) {
    String[] arguments =
        Stream.concat(
                Stream.of(
                    "server.port=0",
                    "server.address=127.0.0.1",
                    "spring.main.banner-mode=off",
                    "spring.datasource.url=" + jdbcUrl,
                    "spring.datasource.username=" + user),
                Arrays.stream(properties))
            .map(property -> "--" + property)
            .toArray(String[]::new);
    return new RunningApp(SpringApplication.run(sources, arguments));
  }

  public URI address() {
    return address;
  }

  public Http http() {
    return http;
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  @Override
  public void close() {
    context.close();
  }
}
