package dev.holdfast.testkit.sqllock;

import dev.holdfast.embedded.TestDatabase;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;

/**
 * Where a lock is and where the counters are, as one string.
 *
 * @param lockUrl by way of which locks are taken: may lead through a proxy or a pooler
 * @param counterUrl of the database itself
 * @param flaw that a {@link SqlLock} is to have
 */
public record SqlLockConfig(String lockUrl, String counterUrl, Flaw flaw) {

  public static SqlLockConfig of(TestDatabase database) {
    String url = database.url();
    if (!url.contains("user=")) {
      url += (url.contains("?") ? "&" : "?") + "user=" + database.user();
    }
    return new SqlLockConfig(url, url, Flaw.NONE);
  }

  public static SqlLockConfig parse(String text) {
    List<String> lines = text.lines().toList();
    return new SqlLockConfig(lines.get(0), lines.get(1), Flaw.valueOf(lines.get(2)));
  }

  public String text() {
    return String.join("\n", lockUrl, counterUrl, flaw.name());
  }

  SqlLockConfig withFlaw(Flaw other) {
    return new SqlLockConfig(lockUrl, counterUrl, other);
  }

  /** Where the lock's server listens. */
  public InetSocketAddress server() {
    URI uri = URI.create(lockUrl.substring("jdbc:".length()));
    return new InetSocketAddress(uri.getHost(), uri.getPort());
  }

  /** The same lock by way of another address. */
  public SqlLockConfig via(InetSocketAddress address) {
    String there = "//" + address.getHostString() + ":" + address.getPort() + "/";
    String url = lockUrl.replaceFirst("//[^/]+/", Matcher.quoteReplacement(there));
    return new SqlLockConfig(url, counterUrl, flaw);
  }

  /** The same lock with one more parameter in its address. */
  public SqlLockConfig withLockParameter(String parameter) {
    return new SqlLockConfig(lockUrl + "&" + parameter, counterUrl, flaw);
  }
}
