package dev.holdfast.lock;

import dev.holdfast.embedded.PostgresServer;
import dev.holdfast.embedded.TestDatabase;
import dev.holdfast.schema.Schema;
import dev.holdfast.testkit.contract.FuzzSize;
import dev.holdfast.testkit.contract.LockContract;
import dev.holdfast.testkit.contract.LockUnderTest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.Statement;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("The lock keeps the lock contract")
final class LockContractTest extends LockContract {

  private final TestDatabase database = PostgresServer.shared().createDatabase();

  @BeforeAll
  void create() throws Exception {
    Schema.of(database.dataSource()).apply();
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(ContractClient.CREATE);
    }
  }

  @AfterAll
  void drop() {
    database.close();
  }

  @Override
  protected LockUnderTest lock() {
    String url = database.url();
    if (!url.contains("user=")) {
      url += (url.contains("?") ? "&" : "?") + "user=" + database.user();
    }
    String direct = url;
    URI uri = URI.create(direct.substring("jdbc:".length()));
    return LockUnderTest.of(ContractClient.Factory.class, direct + "\n" + direct)
        .withNetwork(
            new InetSocketAddress(uri.getHost(), uri.getPort()),
            proxy -> via(direct, proxy) + "\n" + direct);
  }

  private static String via(String url, InetSocketAddress address) {
    String there = "//" + address.getHostString() + ":" + address.getPort() + "/";
    return url.replaceFirst("//[^/]+/", Matcher.quoteReplacement(there));
  }

  @Override
  protected FuzzSize fuzzSize() {
    return new FuzzSize(2, 8, 16, 1_500);
  }
}
